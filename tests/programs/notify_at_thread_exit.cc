// RACE-FREE

#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex l;
std::condition_variable c;
bool ready;
int x;

int main () {
  std::thread t ([] {
    std::unique_lock<std::mutex> lock (l);
    x = 1;
    ready = true;
    std::notify_all_at_thread_exit (c, std::move (lock));
  });
  {
    std::unique_lock<std::mutex> lock (l);
    c.wait (lock, [] { return ready; });
    x++;
  }
  t.join ();
  return x != 2;
}
