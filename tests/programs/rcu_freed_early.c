// RACE: 16 23
// TINY
// WHY: nobody waits for the reader that still uses the old version

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic (int *) current;
sem_t have;

void *reader (void *a) {
  int *mine = atomic_load (&current);
  sem_post (&have);
  mine[4] = 3;
  return a;
}

void *writer (void *a) {
  sem_wait (&have);
  int *old = atomic_exchange (&current, 0);
  free (old);
  return a;
}

int main (void) {
  sem_init (&have, 0, 0);
  atomic_store (&current, malloc (8 * sizeof (int)));
  pthread_t t, u;
  pthread_create (&t, 0, reader, 0);
  pthread_create (&u, 0, writer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
