// RACE-FREE
// WHY: the reader's swap adds to the count that it has read, so that the writer's swap finds
// no 0 as long as the reader is inside, whatever the count was before

#include <pthread.h>
#include <stdatomic.h>

static atomic_int state; // readers inside, or -1: the writer
static int data;

static void *write_it (void *a) {
  int none = 0;
  atomic_fetch_add (&state, 1);
  atomic_fetch_sub (&state, 1);
  if (atomic_compare_exchange_strong (&state, &none, -1)) {
    data = 5;
    atomic_store (&state, 0);
  }
  return a;
}

static void *read_it (void *a) {
  int seen = atomic_load (&state);
  if (seen >= 0 && atomic_compare_exchange_strong (&state, &seen, seen + 1)) {
    volatile int copy = data;
    (void)copy;
    atomic_fetch_sub (&state, 1);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, write_it, 0);
  pthread_create (&u, 0, read_it, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
