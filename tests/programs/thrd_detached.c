// RACE: 10 25

#include <threads.h>

mtx_t l;
cnd_t c;
int done, x;

int work (void *a) {
  x = 1;
  mtx_lock (&l);
  done = 1;
  cnd_signal (&c);
  mtx_unlock (&l);
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t;
  mtx_init (&l, mtx_plain);
  cnd_init (&c);
  thrd_create (&t, work, 0);
  thrd_detach (t);
  x = 2;
  mtx_lock (&l);
  while (!done)
    cnd_wait (&c, &l);
  mtx_unlock (&l);
}
