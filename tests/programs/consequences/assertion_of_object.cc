// CONSEQUENCE: check
// WHY: an invariant of an object does not hold

#include <cassert>
#include <thread>

struct range {
  int low = 1, high = 2;
};
static range all;

static void one () {
  assert (all.low < all.high);
}

static void two () {
  all.low = 5;
  all.high = 6;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
