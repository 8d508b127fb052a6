// RACE: 9 10

#include <list>
#include <thread>

std::list<int> numbers (2);

int main () {
  std::thread t ([] { numbers.push_back (1); });
  numbers.push_front (2);
  t.join ();
}
