// RACE-FREE
// WHY: both locks are taken together, in whatever order

#include <mutex>
#include <thread>

struct account {
  std::mutex lock;
  int balance = 50;
} one, two;

void transfer (account &from, account &to, int amount) {
  std::scoped_lock locks (from.lock, to.lock);
  from.balance -= amount;
  to.balance += amount;
}

int main () {
  std::thread t ([] { transfer (one, two, 5); });
  std::thread u ([] { transfer (two, one, 7); });
  t.join ();
  u.join ();
  return one.balance != 52;
}
