// RACE: 12 12
// TINY
// WHY: all threads of a round do what one of them should

#include <pthread.h>

pthread_barrier_t b;
int total;

void *work (void *a) {
  pthread_barrier_wait (&b);
  total = 1;
  return a;
}

int main (void) {
  pthread_barrier_init (&b, 0, 2);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
