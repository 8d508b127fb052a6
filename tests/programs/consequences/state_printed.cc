// CONSEQUENCE: output
// WHY: the state that a thread saw is printed

#include <iostream>
#include <thread>

static int state;
static int seen;

static void one () {
  seen = state;
}

static void two () {
  state = 7;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
  std::cout << "seen " << seen << "\n";
}
