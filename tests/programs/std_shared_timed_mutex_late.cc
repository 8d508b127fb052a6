// RACE: 15 17

#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_timed_mutex l;
int x;

int main () {
  std::unique_lock<std::shared_timed_mutex> lock (l);
  std::thread t ([] {
    if (!l.try_lock_shared_for (std::chrono::milliseconds (1)))
      x = 1;
  });
  x = 2;
  t.join ();
}
