// RACE value: 11 17
// TINY
// WHY: what the maximum was is stored, and nobody compares it

#include <pthread.h>

static int most, mine, yours;
static int data;

static void *first (void *a) {
  data = 1;
  mine = __atomic_fetch_max (&most, 5, __ATOMIC_SEQ_CST);
  return a;
}
static void *second (void *a) {
  yours = __atomic_fetch_max (&most, 6, __ATOMIC_SEQ_CST);
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
