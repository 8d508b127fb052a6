// RACE-FREE
// WHY: the writer waits for readers before it frees the old version

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic (int *) current;
atomic_int readers;

void *reader (void *a) {
  atomic_fetch_add (&readers, 1);
  int value = *atomic_load (&current);
  atomic_fetch_sub (&readers, 1);
  return value ? a : (void *)1;
}

void *writer (void *a) {
  int *new = malloc (sizeof *new);
  *new = 2;
  int *old = atomic_exchange (&current, new);
  while (atomic_load (&readers))
    sched_yield ();
  free (old);
  return a;
}

int main (void) {
  int *first = malloc (sizeof *first);
  *first = 1;
  atomic_store (&current, first);
  pthread_t t, u, v;
  pthread_create (&t, 0, reader, 0);
  pthread_create (&u, 0, writer, 0);
  pthread_create (&v, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  free (current);
}
