// RACE: 10 12
// WHY: an element is erased while another thread reads it

#include <list>
#include <thread>

int main () {
  std::list<int> numbers = {1, 2, 3};
  int *second = &*++numbers.begin ();
  std::thread t ([second] { *second = 5; });
  numbers.pop_back ();
  numbers.pop_back ();
  t.join ();
}
