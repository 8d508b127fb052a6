// RACE: 13 19
// TINY
// WHY: a counter of statistics that main looks at in the end, when all threads
// are over

#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int data;

static void *first (void *a) {
  data = 1;
  atomic_fetch_add_explicit (&count, 1, memory_order_relaxed);
  return a;
}
static void *second (void *a) {
  atomic_fetch_add_explicit (&count, 1, memory_order_relaxed);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return atomic_load (&count) != 2;
}
