// RACE: 13 14
// WHY: the neighbour may already be in the next round

#include <pthread.h>

pthread_barrier_t b;
int cells[2], sums[2];

void *work (void *number) {
  long me = (long)number;
  cells[me] = 1;
  pthread_barrier_wait (&b);
  sums[me] = cells[1 - me];
  cells[me] = 2;
  return 0;
}

int main (void) {
  pthread_barrier_init (&b, 0, 2);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
