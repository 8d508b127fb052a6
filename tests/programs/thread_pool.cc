// RACE-FREE

#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class pool {
  std::mutex lock;
  std::condition_variable changed;
  std::queue<std::function<void ()>> tasks;
  std::vector<std::thread> threads;
  bool closed = false;
  void run () {
    for (;;) {
      std::unique_lock<std::mutex> hold (lock);
      changed.wait (hold, [this] { return closed || !tasks.empty (); });
      if (tasks.empty ())
        return;
      auto task = std::move (tasks.front ());
      tasks.pop ();
      hold.unlock ();
      task ();
    }
  }

public:
  explicit pool (int size) {
    for (int i = 0; i < size; i++)
      threads.emplace_back (&pool::run, this);
  }
  void add (std::function<void ()> task) {
    std::lock_guard<std::mutex> hold (lock);
    tasks.push (std::move (task));
    changed.notify_one ();
  }
  ~pool () {
    {
      std::lock_guard<std::mutex> hold (lock);
      closed = true;
    }
    changed.notify_all ();
    for (auto &thread : threads)
      thread.join ();
  }
};

int main () {
  int results[6] = {};
  {
    pool workers (3);
    for (int i = 0; i < 6; i++)
      workers.add ([&results, i] { results[i] = i * i; });
  }
  return results[5] != 25;
}
