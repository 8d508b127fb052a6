// RACE-FREE

#include <threads.h>
#include <time.h>

mtx_t l;
cnd_t c;
int go, sum;

int waiter (void *a) {
  struct timespec until;
  timespec_get (&until, TIME_UTC);
  until.tv_sec += 60;
  mtx_lock (&l);
  while (!go)
    cnd_timedwait (&c, &l, &until);
  sum++;
  mtx_unlock (&l);
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t, u;
  mtx_init (&l, mtx_plain);
  cnd_init (&c);
  thrd_create (&t, waiter, 0);
  thrd_create (&u, waiter, 0);
  mtx_lock (&l);
  go = 1;
  cnd_broadcast (&c);
  mtx_unlock (&l);
  thrd_join (t, 0);
  thrd_join (u, 0);
  cnd_destroy (&c);
  mtx_destroy (&l);
  return sum != 2;
}
