// RACE-FREE
// WHY: many producers and consumers; each cell has a sequence of its own

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct cell {
  atomic_uint sequence;
  int value;
} cells[4];
atomic_uint head, tail;
atomic_int sum;

void put (int value) {
  unsigned at = atomic_fetch_add (&tail, 1);
  struct cell *cell = &cells[at % 4];
  while (atomic_load (&cell->sequence) != at)
    sched_yield ();
  cell->value = value;
  atomic_store (&cell->sequence, at + 1);
}

int get (void) {
  unsigned at = atomic_fetch_add (&head, 1);
  struct cell *cell = &cells[at % 4];
  while (atomic_load (&cell->sequence) != at + 1)
    sched_yield ();
  int value = cell->value;
  atomic_store (&cell->sequence, at + 4);
  return value;
}

void *producer (void *a) {
  for (int i = 1; i <= 5; i++)
    put (i);
  return a;
}

void *consumer (void *a) {
  for (int i = 1; i <= 5; i++)
    sum += get ();
  return a;
}

int main (void) {
  for (unsigned i = 0; i < 4; i++)
    cells[i].sequence = i;
  pthread_t t, u, v, w;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_create (&v, 0, producer, 0);
  pthread_create (&w, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  pthread_join (w, 0);
  return sum != 30;
}
