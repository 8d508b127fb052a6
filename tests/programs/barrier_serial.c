// RACE-FREE
// WHY: one thread of each round works alone between two barriers

#include <pthread.h>

pthread_barrier_t b;
int total, mine[3];

void *work (void *number) {
  long me = (long)number;
  for (int i = 0; i < 2; i++) {
    mine[me] = total + 1;
    if (pthread_barrier_wait (&b) == PTHREAD_BARRIER_SERIAL_THREAD)
      total = mine[0] + mine[1] + mine[2];
    pthread_barrier_wait (&b);
  }
  return 0;
}

int main (void) {
  pthread_barrier_init (&b, 0, 3);
  pthread_t t, u, v;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_create (&v, 0, work, (void *)2);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return total != 12;
}
