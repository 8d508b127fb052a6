// CONSEQUENCE: memory
// WHY: an object is deleted before it is used

#include <thread>

struct item {
  long unused[4];
  int value;
};
static item *current;

static void one () {
  current->value = 1;
}

static void two () {
  delete current;
}

int main () {
  current = new item ();
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
