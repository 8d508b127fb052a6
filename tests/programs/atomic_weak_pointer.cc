// RACE-FREE
// FLAGS: -std=c++20 -O2
// WHY: an exchange of an atomic weak pointer that fails gives the library's lock back by an acquire operation

#include <atomic>
#include <memory>
#include <thread>

std::atomic<std::weak_ptr<int>> current;

int main () {
  auto one = std::make_shared<int> (1);
  auto two = std::make_shared<int> (2);
  std::thread t ([=] {
    std::weak_ptr<int> expected = two;
    current.compare_exchange_strong (expected, one, std::memory_order_acq_rel);
  });
  std::thread u ([=] { current.store (two); });
  t.join ();
  u.join ();
}
