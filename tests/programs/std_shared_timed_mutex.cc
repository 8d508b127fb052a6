// RACE-FREE

#include <chrono>
#include <shared_mutex>
#include <thread>

std::shared_timed_mutex l;
int x;

void work () {
  if (l.try_lock_for (std::chrono::seconds (60))) {
    x++;
    l.unlock ();
  }
  if (l.try_lock_shared_for (std::chrono::seconds (60))) {
    if (x < 1)
      throw 1;
    l.unlock_shared ();
  }
  while (!l.try_lock ())
    std::this_thread::yield ();
  x++;
  l.unlock ();
  while (!l.try_lock_shared ())
    std::this_thread::yield ();
  if (x < 2)
    throw 2;
  l.unlock_shared ();
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return x != 4;
}
