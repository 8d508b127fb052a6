// RACE-FREE
// WEAK: 27 32
// FLAGS: -std=c++20
// WHY: a lock of the program's own that is given back as libstdc++'s inside an atomic shared pointer is, in a class of the same name

#include <atomic>
#include <cstdint>
#include <thread>

struct _Atomic_count {
  std::atomic<uintptr_t> value{0};
  void lock () {
    uintptr_t free = 0;
    while (!value.compare_exchange_strong (free, 1, std::memory_order_acquire,
                                           std::memory_order_relaxed))
      free = 0;
  }
  void unlock () { value.fetch_sub (1, std::memory_order_relaxed); }
};

_Atomic_count guard;
int data, seen;

int main () {
  std::thread t ([] {
    guard.lock ();
    seen = data;
    guard.unlock ();
  });
  std::thread u ([] {
    guard.lock ();
    data = 1;
    guard.unlock ();
  });
  t.join ();
  u.join ();
}
