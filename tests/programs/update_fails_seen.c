// RACE-FREE
// TINY
// WHY: what a compare-and-swap finds when it fails is looked at

#include <pthread.h>
#include <stdatomic.h>

static atomic_int owned;

static int claim (int owner) {
  int expected = 7;
  atomic_compare_exchange_strong (&owned, &expected, owner);
  return expected;
}
static int data;

static void *first (void *a) {
  data = 1;
  atomic_store (&owned, 3);
  return a;
}
static void *second (void *a) {
  if (claim (2) != 3)
    return a;
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
