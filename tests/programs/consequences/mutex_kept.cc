// CONSEQUENCE: hang
// WHY: a mutex is unlocked only if the flag is seen

#include <mutex>
#include <thread>

static std::mutex lock;
static bool release;

static void one () {
  release = true;
}

static void two () {
  lock.lock ();
  if (release)
    lock.unlock ();
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
  lock.lock ();
}
