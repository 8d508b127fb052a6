// RACE: 10 19

#include <threads.h>

mtx_t l;
int x;

int one (void *a) {
  mtx_lock (&l);
  x = 1;
  mtx_unlock (&l);
  (void)a;
  return 0;
}

int two (void *a) {
  mtx_lock (&l);
  mtx_unlock (&l);
  x = 2;
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t, u;
  mtx_init (&l, mtx_plain);
  thrd_create (&t, one, 0);
  thrd_create (&u, two, 0);
  thrd_join (t, 0);
  thrd_join (u, 0);
}
