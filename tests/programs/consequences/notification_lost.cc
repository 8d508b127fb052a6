// CONSEQUENCE: hang
// WHY: the notification comes before the wait

#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool ready;

static void one () {
  ready = true;
  changed.notify_all ();
}

static void two () {
  if (!ready) {
    std::unique_lock<std::mutex> held (lock);
    changed.wait (held);
  }
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
