// RACE: 9 12

#include <future>

int x;

int main () {
  auto future = std::async (std::launch::async, [] {
    x = 1;
    return 0;
  });
  x = 2;
  return future.get ();
}
