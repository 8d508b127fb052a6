// RACE: 19 26

#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex l;
std::condition_variable c;
bool ready;
int x;

int main () {
  std::thread t ([] {
    {
      std::lock_guard<std::mutex> guard (l);
      ready = true;
    }
    c.notify_all ();
    x = 1;
  });
  std::thread u ([] {
    std::unique_lock<std::mutex> lock (l);
    while (!c.wait_for (lock, std::chrono::seconds (60), [] { return ready; }))
      ;
    lock.unlock ();
    x = 2;
  });
  t.join ();
  u.join ();
}
