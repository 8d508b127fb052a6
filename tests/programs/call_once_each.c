// RACE: 11 11
// TINY
// WHY: two flags initialise the same thing

#include <threads.h>

once_flag first = ONCE_FLAG_INIT, second = ONCE_FLAG_INIT;
int x;

void init (void) {
  x = 42;
}

int one (void *a) {
  call_once (&first, init);
  (void)a;
  return 0;
}

int two (void *a) {
  call_once (&second, init);
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t, u;
  thrd_create (&t, one, 0);
  thrd_create (&u, two, 0);
  thrd_join (t, 0);
  thrd_join (u, 0);
}
