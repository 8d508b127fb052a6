// RACE-FREE

#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex l;
std::condition_variable_any c;
bool ready;
int x;

int main () {
  std::thread t ([] {
    x = 1;
    {
      std::unique_lock<std::shared_mutex> lock (l);
      ready = true;
    }
    c.notify_all ();
  });
  std::thread u ([] {
    {
      std::shared_lock<std::shared_mutex> lock (l);
      c.wait (lock, [] { return ready; });
    }
    x = 2;
  });
  t.join ();
  u.join ();
}
