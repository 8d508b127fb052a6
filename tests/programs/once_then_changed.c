// RACE: 14 14

#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int x;

void init (void) {
  x = 42;
}

void *work (void *a) {
  pthread_once (&once, init);
  x++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
