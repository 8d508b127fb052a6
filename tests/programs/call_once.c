// RACE-FREE
// TINY

#include <threads.h>

once_flag once = ONCE_FLAG_INIT;
int x;

void init (void) {
  x = 42;
}

int work (void *a) {
  call_once (&once, init);
  (void)a;
  return x;
}

int main (void) {
  thrd_t t, u;
  thrd_create (&t, work, 0);
  thrd_create (&u, work, 0);
  thrd_join (t, 0);
  thrd_join (u, 0);
}
