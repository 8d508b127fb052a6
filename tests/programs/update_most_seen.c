// RACE-FREE
// TINY
// WHY: the maximum that the other thread leaves is looked at

#include <pthread.h>

static int most;
static int data;

static void *first (void *a) {
  data = 1;
  __atomic_fetch_max (&most, 5, __ATOMIC_SEQ_CST);
  return a;
}
static void *second (void *a) {
  if (__atomic_load_n (&most, __ATOMIC_SEQ_CST) < 5)
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
