// RACE-FREE

#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int x, y[2];

void init (void) {
  x = 42;
}

void *work (void *number) {
  pthread_once (&once, init);
  y[(long)number] = x;
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return y[0] + y[1] != 84;
}
