// RACE value: 17 23
// WHY: a counter that each thread increments by compare-and-swap: it succeeds as
// well with another value that was loaded before

#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int data;

static void increment (void) {
  int old = atomic_load (&count);
  while (!atomic_compare_exchange_weak (&count, &old, old + 1));
}

static void *first (void *a) {
  data = 1;
  increment ();
  return a;
}
static void *second (void *a) {
  increment ();
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
