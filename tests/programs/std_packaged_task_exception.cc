// RACE: 11 26
// WHY: an exception travels through the future, and comes before the write

#include <future>
#include <stdexcept>
#include <thread>

int x;
struct writes_at_end {
  ~writes_at_end () {
    x = 1;
  }
};

int main () {
  std::packaged_task<void ()> task (
      [] { throw std::runtime_error ("thrown"); });
  std::future<void> future = task.get_future ();
  std::thread t ([&] {
    writes_at_end end;
    task ();
  });
  try {
    future.get ();
  } catch (const std::runtime_error &) {
    x = 2;
  }
  t.join ();
}
