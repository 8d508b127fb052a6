// CONSEQUENCE: check
// WHY: the exit status is the number of updates

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
  return count;
}
