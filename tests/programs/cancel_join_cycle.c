// RACE-FREE
// WHY: two threads join each other, but the one is cancelled meanwhile

#include <pthread.h>

pthread_t first;
pthread_barrier_t b;
int x;

void *work (void *a) {
  x++;
  pthread_barrier_wait (&b);
  pthread_join (first, 0);
  return a;
}

int main (void) {
  pthread_t t;
  void *result;
  first = pthread_self ();
  pthread_barrier_init (&b, 0, 2);
  pthread_create (&t, 0, work, 0);
  pthread_barrier_wait (&b);
  pthread_cancel (t);
  if (pthread_join (t, &result) || result != PTHREAD_CANCELED)
    return 1;
  return x != 1;
}
