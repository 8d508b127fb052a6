// RACE: 9 13
// EXIT: 134

#include <thread>

static int *block;

static void one () {
  delete[] block;
}

static void two () {
  delete[] block;
}

int main () {
  block = new int[300] ();
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
