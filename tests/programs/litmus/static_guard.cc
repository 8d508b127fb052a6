// FREE:
// WHY: the guard of a static variable synchronises, call_once does
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

static int data;
static std::once_flag once;

static int make () {
  return ++data;
}

static void work () {
  static int made = make ();
  std::call_once (once, [] { data++; });
  printf ("%d %d\n", made, data);
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
