// RACE: 15 27
// RACE: 17 27
// TINY

#include <threads.h>
#include <time.h>

mtx_t l;
int x;

int other (void *a) {
  struct timespec now;
  timespec_get (&now, TIME_UTC);
  if (mtx_timedlock (&l, &now) == thrd_timedout)
    x = 1;
  if (mtx_trylock (&l) == thrd_busy)
    x = 2;
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t;
  mtx_init (&l, mtx_timed);
  mtx_lock (&l);
  thrd_create (&t, other, 0);
  x = 3;
  thrd_join (t, 0);
  mtx_unlock (&l);
}
