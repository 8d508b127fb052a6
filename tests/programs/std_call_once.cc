// RACE-FREE

#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag once;
int tries, x;

void init () {
  if (tries++ == 0)
    throw std::runtime_error ("not yet");
  x = 42;
}

void work () {
  for (bool again = true; again;)
    try {
      std::call_once (once, init);
      again = false;
    } catch (const std::runtime_error &) {
    }
  if (x != 42)
    throw 1;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return tries != 2;
}
