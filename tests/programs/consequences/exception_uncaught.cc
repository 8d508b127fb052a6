// CONSEQUENCE: crash
// WHY: an exception that nothing catches

#include <stdexcept>
#include <thread>

static bool open = true;

static void one () {
  if (!open)
    throw std::runtime_error ("closed");
}

static void two () {
  open = false;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
