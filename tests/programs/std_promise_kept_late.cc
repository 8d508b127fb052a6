// RACE: 14 17
// WHY: written after the promise was kept

#include <future>
#include <thread>

int x;

int main () {
  std::promise<void> promise;
  std::future<void> future = promise.get_future ();
  std::thread t ([&] {
    promise.set_value ();
    x = 1;
  });
  future.wait ();
  x = 2;
  t.join ();
}
