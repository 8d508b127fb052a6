// CONSEQUENCE: crash
// WHY: a method is called on a cleared pointer

#include <thread>

struct item {
  int value = 0;
  void set () { value = 1; }
};
static item all;
static item *current = &all;

static void one () {
  current->set ();
}

static void two () {
  current = nullptr;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
