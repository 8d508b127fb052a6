// RACE: 17 23

#include <atomic>
#include <thread>

std::atomic_flag flag = ATOMIC_FLAG_INIT;
int x;

void lock () {
  while (flag.test_and_set ())
    std::this_thread::yield ();
}

int main () {
  std::thread t ([] {
    lock ();
    x = 1;
    flag.clear ();
  });
  std::thread u ([] {
    lock ();
    flag.clear ();
    x = 2;
  });
  t.join ();
  u.join ();
}
