// RACE-FREE

#include <future>
#include <thread>

int x;

int main () {
  std::promise<int *> promise;
  std::future<int *> future = promise.get_future ();
  std::thread t ([&] {
    x = 1;
    promise.set_value (&x);
  });
  *future.get () += 1;
  t.join ();
  return x != 2;
}
