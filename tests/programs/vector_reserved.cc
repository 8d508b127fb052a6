// RACE: 10 11
// TINY
// WHY: an element is written while the vector moves to a larger block

#include <thread>
#include <vector>

int main () {
  std::vector<int> numbers (4);
  std::thread t ([first = &numbers[0]] { first[2] = 1; });
  numbers.resize (1000);
  t.join ();
}
