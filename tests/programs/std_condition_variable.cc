// RACE-FREE

#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

std::mutex l;
std::condition_variable c;
std::queue<int> queue;

int main () {
  int sum = 0;
  std::thread t ([] {
    for (int i = 1; i <= 4; i++) {
      std::lock_guard<std::mutex> guard (l);
      queue.push (i);
      c.notify_one ();
    }
  });
  std::thread u ([&] {
    for (int i = 1; i <= 4; i++) {
      std::unique_lock<std::mutex> lock (l);
      c.wait (lock, [] { return !queue.empty (); });
      sum += queue.front ();
      queue.pop ();
    }
  });
  t.join ();
  u.join ();
  return sum != 10;
}
