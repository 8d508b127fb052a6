// RACE: 9 10

#include <map>
#include <thread>

std::map<int, int> numbers;

int main () {
  std::thread t ([] { numbers[1] = 1; });
  numbers[2] = 2;
  t.join ();
}
