// CONSEQUENCE: output
// NOTE: lost update: 1 instead of 2
// WHY: a lost update is printed

#include <cstdio>
#include <thread>

static int count;

static void one () {
  count++;
}

static void two () {
  count++;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
  std::printf ("count %d\n", count);
}
