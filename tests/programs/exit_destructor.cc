// RACE-FREE
// WHY: the destructor of a static object runs only if the object was made, behind
// the write

#include <cstdlib>
#include <thread>
#include <unistd.h>

int x;

struct object {
  object () {
  }
  ~object () {
    x = 2;
  }
};

static void make () {
  static object o;
}

int main () {
  std::thread t ([] {
    x = 1;
    make ();
  });
  std::thread u ([] {
    usleep (50000);
    exit (0);
  });
  t.join ();
  u.join ();
}
