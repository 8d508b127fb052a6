// CONSEQUENCE: none
// WHY: both threads set the same flag

#include <thread>

static bool stop;

static void one () {
  stop = true;
}

static void two () {
  stop = true;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
