// CONSEQUENCE: crash
// WHY: both threads delete the object in the recorded run, and in each order

#include <thread>

static int *block;

static void one () {
  delete block;
}

static void two () {
  delete block;
}

int main () {
  block = new int (1);
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
