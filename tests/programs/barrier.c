// RACE-FREE

#include <pthread.h>

pthread_barrier_t b;
int cells[2][2];

void *work (void *number) {
  long me = (long)number;
  for (int i = 0; i < 4; i++) {
    cells[i % 2][me] = cells[(i + 1) % 2][1 - me] + 1;
    pthread_barrier_wait (&b);
  }
  return 0;
}

int main (void) {
  pthread_barrier_init (&b, 0, 2);
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_barrier_destroy (&b);
  return cells[1][0] != 4;
}
