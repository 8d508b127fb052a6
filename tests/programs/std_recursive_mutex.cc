// RACE-FREE

#include <chrono>
#include <mutex>
#include <thread>

std::recursive_mutex l;
std::recursive_timed_mutex timed;
int x, y;

void add (int n) {
  std::lock_guard<std::recursive_mutex> guard (l);
  x++;
  if (n > 0)
    add (n - 1);
  if (timed.try_lock_for (std::chrono::seconds (60))) {
    std::lock_guard<std::recursive_timed_mutex> inner (timed);
    y++;
    timed.unlock ();
  }
}

void work () {
  add (3);
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return x != 8 || y != 8;
}
