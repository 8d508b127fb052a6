// RACE-FREE
// WHY: who comes second throws its own object away

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic (int *) instance;

int *get (void) {
  int *now = atomic_load (&instance);
  if (now)
    return now;
  int *mine = malloc (sizeof *mine);
  *mine = 42;
  if (atomic_compare_exchange_strong (&instance, &now, mine))
    return mine;
  free (mine);
  return now;
}

void *work (void *a) {
  return *get () == 42 ? a : (void *)1;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_create (&v, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  free (instance);
}
