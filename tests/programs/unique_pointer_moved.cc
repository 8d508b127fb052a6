// RACE-FREE

#include <future>
#include <memory>
#include <thread>

int main () {
  std::promise<std::unique_ptr<int>> promise;
  auto future = promise.get_future ();
  auto p = std::make_unique<int> (1);
  std::thread t ([&promise, p = std::move (p)] () mutable {
    ++*p;
    promise.set_value (std::move (p));
  });
  auto back = future.get ();
  ++*back;
  t.join ();
  return *back != 3;
}
