// RACE: 54 54
// WHY: workers of a pool of tasks and futures note that they are done, in a map
// WHY: without a lock
#include <condition_variable>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

std::map<std::thread::id, bool> done;

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
          break;
        task = std::move (tasks.front ());
        tasks.pop ();
      }
      task ();
    }
    done[std::this_thread::get_id ()] = true;
  }
  std::vector<std::thread> workers;
  std::queue<std::function<void ()>> tasks;
  std::mutex mutex;
  std::condition_variable changed;
  bool stopping = false;
};


int main () {
  Pool pool (2);
  auto one = pool.submit ([] { return 1; });
  auto two = pool.submit ([] { return 1; });
  return one.get () + two.get () == 2 ? 0 : 1;
}
