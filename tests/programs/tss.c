// RACE-FREE

#include <stdlib.h>
#include <threads.h>

tss_t key;

int work (void *a) {
  int *mine = malloc (sizeof *mine);
  *mine = 1;
  tss_set (key, mine);
  (void)a;
  return ++*(int *)tss_get (key);
}

int main (void) {
  thrd_t t, u;
  tss_create (&key, free);
  thrd_create (&t, work, 0);
  thrd_create (&u, work, 0);
  thrd_join (t, 0);
  thrd_join (u, 0);
  tss_delete (key);
}
