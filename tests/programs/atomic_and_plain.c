// RACE: 10 15
// TINY
// WHY: one side is atomic, the other is not

#include <pthread.h>

int x;

void *one (void *a) {
  __atomic_store_n (&x, 1, __ATOMIC_SEQ_CST);
  return a;
}

void *two (void *a) {
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
