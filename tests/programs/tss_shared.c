// RACE: 12 12
// TINY
// WHY: each thread's own slot, but the same block in all of them

#include <threads.h>

tss_t key;
int block;

int work (void *a) {
  tss_set (key, &block);
  ++*(int *)tss_get (key);
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t, u;
  tss_create (&key, 0);
  thrd_create (&t, work, 0);
  thrd_create (&u, work, 0);
  thrd_join (t, 0);
  thrd_join (u, 0);
}
