// RACE-FREE
// WHY: tasks go through std::function and a queue, results come back through
// WHY: std::packaged_task and std::future; the map has a lock
#include <condition_variable>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <vector>

class Pool {
public:
  explicit Pool (unsigned n) {
    for (unsigned i = 0; i < n; i++)
      workers.emplace_back ([this] { work (); });
  }
  ~Pool () {
    {
      std::lock_guard<std::mutex> guard (mutex);
      stopping = true;
    }
    changed.notify_all ();
    for (auto &w : workers)
      w.join ();
  }
  std::future<int> submit (std::function<int ()> f) {
    auto task = std::make_shared<std::packaged_task<int ()>> (std::move (f));
    {
      std::lock_guard<std::mutex> guard (mutex);
      tasks.emplace ([task] { (*task) (); });
    }
    changed.notify_one ();
    return task->get_future ();
  }

private:
  void work () {
    for (;;) {
      std::function<void ()> task;
      {
        std::unique_lock<std::mutex> lock (mutex);
        changed.wait (lock, [this] { return stopping || !tasks.empty (); });
        if (tasks.empty ())
          return;
        task = std::move (tasks.front ());
        tasks.pop ();
      }
      task ();
    }
  }
  std::vector<std::thread> workers;
  std::queue<std::function<void ()>> tasks;
  std::mutex mutex;
  std::condition_variable changed;
  bool stopping = false;
};

std::map<std::string, int> counts;
std::mutex counts_mutex;

static int count (const std::string &word) {
  std::lock_guard<std::mutex> guard (counts_mutex);
  return ++counts[word];
}

int main () {
  Pool pool (2);
  auto one = pool.submit ([] { return count ("odd"); });
  auto two = pool.submit ([] { return count ("even"); });
  return one.get () + two.get () == 2 ? 0 : 1;
}
