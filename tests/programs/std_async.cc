// RACE-FREE

#include <future>

int numbers[8];

int sum (int first, int end) {
  int result = 0;
  for (int i = first; i < end; i++)
    result += numbers[i];
  return result;
}

int main () {
  for (int i = 0; i < 8; i++)
    numbers[i] = i;
  auto left = std::async (std::launch::async, sum, 0, 4);
  auto right = std::async (std::launch::async, sum, 4, 8);
  auto lazy = std::async (std::launch::deferred, sum, 0, 8);
  int result = left.get () + right.get ();
  return result != lazy.get ();
}
