// RACE-FREE
// WHY: an exception gives the lock back on its way

#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex l;
int x;

void deep (int n) {
  std::lock_guard<std::mutex> guard (l);
  x += n;
  throw std::runtime_error ("thrown");
}

void work () {
  for (int i = 0; i < 3; i++)
    try {
      deep (i);
    } catch (const std::runtime_error &) {
      std::lock_guard<std::mutex> guard (l);
      x++;
    }
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return x != 12;
}
