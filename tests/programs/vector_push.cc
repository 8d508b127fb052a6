// RACE: 10 11

#include <thread>
#include <vector>

std::vector<int> numbers;

int main () {
  numbers.reserve (4);
  std::thread t ([] { numbers.push_back (1); });
  numbers.push_back (2);
  t.join ();
}
