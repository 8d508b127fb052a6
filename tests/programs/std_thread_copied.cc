// RACE-FREE
// WHY: captured by value, each thread has its own

#include <functional>
#include <thread>

int main () {
  int local = 1, result = 0;
  std::thread t ([local] () mutable { local++; });
  std::thread u ([] (int &out) { out = 7; }, std::ref (result));
  local = 2;
  t.join ();
  u.join ();
  return local + result != 9;
}
