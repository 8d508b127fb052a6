// RACE-FREE

#include <future>
#include <thread>

int x;

int main () {
  std::packaged_task<int (int)> task ([] (int n) {
    x = n;
    return n + 1;
  });
  std::shared_future<int> future = task.get_future ().share ();
  std::thread t (std::move (task), 3);
  std::thread u ([future] {
    if (future.get () != 4 || x != 3)
      throw 1;
  });
  int result = future.get ();
  u.join ();
  x++;
  t.join ();
  return result != 4;
}
