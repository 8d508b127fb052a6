// RACE path: 18 33
// WHY: a function that accesses no memory decides, by a branch that no selection stands for

#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared = 105, data;

__attribute__ ((noinline)) int share (int n) {
  if (n > 4)
    return 100 / n;
  return n - 1;
}

void *one (void *a) {
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  data = 1;
  pthread_mutex_lock (&m);
  shared = 8;
  pthread_mutex_unlock (&m);
  pthread_mutex_lock (&m);
  shared = 9;
  pthread_mutex_unlock (&m);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&m);
  int seen = shared;
  pthread_mutex_unlock (&m);
  if (share (seen - 5) < 2)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
