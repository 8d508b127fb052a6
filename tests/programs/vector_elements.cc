// RACE-FREE
// WHY: the size stays as it is, each thread has elements of its own

#include <thread>
#include <vector>

int main () {
  std::vector<int> numbers (8);
  auto work = [&] (unsigned first) {
    for (unsigned i = first; i < 8; i += 2)
      numbers[i]++;
  };
  std::thread t (work, 0), u (work, 1);
  t.join ();
  u.join ();
  return numbers[7] != 1;
}
