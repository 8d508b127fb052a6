// RACE schedule: 11 23
// WHY: an atomic flag that is up for a moment; who sees it calls what races.

#include <pthread.h>
#include <stdatomic.h>

atomic_int up;
int y;

__attribute__ ((noinline)) void seen (void) {
  y = 1;
}

void *first (void *a) {
  if (atomic_load (&up))
    seen ();
  return a;
}

void *second (void *a) {
  atomic_store (&up, 1);
  atomic_store (&up, 0);
  y = 2;
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
