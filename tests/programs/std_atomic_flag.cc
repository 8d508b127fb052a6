// RACE-FREE

#include <atomic>
#include <mutex>
#include <thread>

class spinlock {
  std::atomic_flag flag = ATOMIC_FLAG_INIT;

public:
  void lock () {
    while (flag.test_and_set (std::memory_order_acquire))
      std::this_thread::yield ();
  }
  void unlock () {
    flag.clear (std::memory_order_release);
  }
};
spinlock l;
int x;

void work () {
  for (int i = 0; i < 4; i++) {
    std::lock_guard<spinlock> guard (l);
    x++;
  }
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return x != 8;
}
