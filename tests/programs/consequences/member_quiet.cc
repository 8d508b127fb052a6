// CONSEQUENCE: state
// WHY: a lost update of a member that nothing prints

#include <thread>

struct statistics {
  int hits = 0;
};
static statistics all;

static void one () {
  all.hits++;
}

static void two () {
  all.hits++;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
