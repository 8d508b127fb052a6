// RACE: 10 14
// EXIT: 134
// WHY: both deletions are in the recorded run

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
