// RACE: 14 16

#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex l;
int x;

int main () {
  std::lock_guard<std::timed_mutex> guard (l);
  std::thread t ([] {
    if (!l.try_lock_for (std::chrono::milliseconds (1)))
      x = 1;
  });
  x = 2;
  t.join ();
}
