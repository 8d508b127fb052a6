// RACE-FREE
// WHY: the free functions guard a shared pointer that is itself shared

#include <memory>
#include <thread>

std::shared_ptr<int> current = std::make_shared<int> (1);

int main () {
  std::thread t (
      [] { std::atomic_store (&current, std::make_shared<int> (2)); });
  std::thread u ([] {
    std::shared_ptr<int> mine = std::atomic_load (&current);
    if (*mine == 0)
      throw 1;
  });
  t.join ();
  u.join ();
}
