// WHY: a task keeps the exception for who asks for its result

#include <future>
#include <mutex>
#include <thread>

static std::mutex lock;
static int left = 2;

static void take () {
  int seen;
  {
    std::lock_guard<std::mutex> guard (lock);
    seen = left;
  }
  std::lock_guard<std::mutex> guard (lock);
  left = seen - 1;
}

static void take_at_once () {
  std::lock_guard<std::mutex> guard (lock);
  left--;
}

static int check () {
  std::lock_guard<std::mutex> guard (lock);
  if (left)
    throw left;
  return 1;
}

int main () {
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  std::packaged_task<int ()> task (check);
  std::future<int> result = task.get_future ();
  std::thread last (std::move (task));
  last.join ();
  try {
    return result.get () - 1;
  } catch (int) {
    return 0;
  }
}
