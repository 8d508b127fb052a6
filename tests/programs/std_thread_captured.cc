// RACE: 9 10
// TINY
// WHY: a local variable captured by reference

#include <thread>

int main () {
  int local = 0;
  std::thread t ([&] { local = 1; });
  local = 2;
  t.join ();
  return local > 2;
}
