// RACE-FREE
// FLAGS: -std=c++20
// WHY: a load and a store of an atomic shared pointer, whose lock libstdc++ gives back by a relaxed operation after a load

#include <atomic>
#include <memory>
#include <thread>

std::atomic<std::shared_ptr<int>> current{std::make_shared<int> (1)};

int main () {
  std::thread t ([] { auto mine = current.load (); });
  std::thread u ([] { current.store (std::make_shared<int> (2)); });
  t.join ();
  u.join ();
}
