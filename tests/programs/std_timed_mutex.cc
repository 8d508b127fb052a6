// RACE-FREE

#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex l;
int x;

void work () {
  if (l.try_lock_for (std::chrono::seconds (60))) {
    x++;
    l.unlock ();
  }
  auto until = std::chrono::system_clock::now () + std::chrono::seconds (60);
  if (l.try_lock_until (until)) {
    x++;
    l.unlock ();
  }
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return x != 4;
}
