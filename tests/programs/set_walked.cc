// RACE: 10 11
// WHY: a walk through a tree reads links that an insertion turns round

#include <set>
#include <thread>

std::set<int> numbers = {1, 2};

int main () {
  std::thread t ([] { numbers.insert (3); });
  auto second = std::next (numbers.begin ());
  t.join ();
  return *second != 2;
}
