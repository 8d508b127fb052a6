// RACE-FREE

#include <threads.h>

mtx_t l;
int x;

int work (void *a) {
  mtx_lock (&l);
  x++;
  mtx_unlock (&l);
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t, u;
  mtx_init (&l, mtx_plain);
  thrd_create (&t, work, 0);
  thrd_create (&u, work, 0);
  thrd_join (t, 0);
  thrd_join (u, 0);
  mtx_destroy (&l);
  return x != 2;
}
