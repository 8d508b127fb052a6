// RACE: 16 16
// WHY: the handler runs when the lock is already given back

#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex l;
int failures;

void work () {
  try {
    std::lock_guard<std::mutex> guard (l);
    throw std::runtime_error ("thrown");
  } catch (const std::runtime_error &) {
    failures = 1;
  }
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
