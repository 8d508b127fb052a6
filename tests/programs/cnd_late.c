// RACE: 19 29
// TINY
// WHY: the wait ends by time, not by the signal

#include <threads.h>
#include <time.h>

mtx_t l;
cnd_t c;
int x;

int waiter (void *a) {
  struct timespec now;
  timespec_get (&now, TIME_UTC);
  mtx_lock (&l);
  while (cnd_timedwait (&c, &l, &now) == thrd_success)
    ;
  mtx_unlock (&l);
  x = 1;
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t;
  mtx_init (&l, mtx_plain);
  cnd_init (&c);
  thrd_create (&t, waiter, 0);
  x = 2;
  cnd_signal (&c);
  thrd_join (t, 0);
}
