// RACE path: 13 28
// WHY: what a path computes that no operator describes ends nothing if nothing depends on it

#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared, data;
volatile double sink;

__attribute__ ((noinline)) double half (long n) { return n * 0.5; }

void *one (void *a) {
  data = 1;
  pthread_mutex_lock (&m);
  shared = 1;
  pthread_mutex_unlock (&m);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&m);
  long found = shared;
  pthread_mutex_unlock (&m);
  if (!found) {
    double y = half (found);
    if (found != 9)
      sink = 0;
    data = 2;
    sink = y;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
