// RACE: 18 20

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::recursive_mutex l;
std::condition_variable_any c;
int x;

int main () {
  std::thread t ([] {
    {
      std::unique_lock<std::recursive_mutex> lock (l);
      c.wait_for (lock, std::chrono::milliseconds (1), [] { return false; });
    }
    x = 1;
  });
  x = 2;
  t.join ();
}
