// RACE schedule: 21 35
// WHY: a state that three steps lead to, of two threads in turn.

#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int state, y;

__attribute__ ((noinline)) int step (int from, int to) {
  pthread_mutex_lock (&m);
  int here = state == from;
  if (here)
    state = to;
  pthread_mutex_unlock (&m);
  return here;
}

void *first (void *a) {
  step (1, 2);
  if (step (3, 4))
    y = 1;
  return a;
}

void *second (void *a) {
  step (0, 1);
  step (2, 3);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  y = 2;
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
