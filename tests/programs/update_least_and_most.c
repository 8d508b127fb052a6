// RACE: 19 25
// TINY
// WHY: minima and maxima that nobody looks at order nothing

#include <pthread.h>

static int least, most;
static unsigned peak, mask;

static void note (int v) {
  __atomic_fetch_min (&least, v, __ATOMIC_SEQ_CST);
  __atomic_fetch_max (&most, v, __ATOMIC_RELAXED);
  __atomic_fetch_max (&peak, v, __ATOMIC_RELAXED);
  __atomic_fetch_nand (&mask, v, __ATOMIC_SEQ_CST);
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
