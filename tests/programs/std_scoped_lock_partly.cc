// RACE: 16 27
// RACE: 27 25
// WHY: the account that is paid to is not locked by one of them

#include <mutex>
#include <thread>

struct account {
  std::mutex lock;
  int balance = 50;
} one, two;

int main () {
  std::thread t ([] {
    std::scoped_lock locks (one.lock, two.lock);
    two.balance += 5;
  });
  std::thread u ([] {
    std::scoped_lock lock (one.lock);
    one.balance += 1;
  });
  std::thread v ([] {
    std::scoped_lock lock (one.lock);
    std::lock_guard<std::mutex> also (two.lock);
    two.balance += 1;
  });
  std::thread w ([] { two.balance = 0; });
  t.join ();
  u.join ();
  v.join ();
  w.join ();
}
