// CONSEQUENCE: none
// WHY: a write of the value that is there

#include <thread>

static int bound = 8, seen;

static void one () {
  seen = bound;
}

static void two () {
  bound = 8;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
