// RACE: 17 23
// TINY
// WHY: sums of floats have no operator, but nobody looks at them

#include <pthread.h>

static float sum;
static double rest;

static void note (float v) {
  __atomic_fetch_add (&sum, v, __ATOMIC_RELAXED);
  __atomic_fetch_sub (&rest, v, __ATOMIC_RELAXED);
}
static int data;

static void *first (void *a) {
  data = 1;
  note (1);
  return a;
}
static void *second (void *a) {
  note (2);
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
