// RACE schedule: 10 34
// WHY: who sees the flag starts a thread, which is what races.

#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag, y;

void *helper (void *a) {
  y = 1;
  return a;
}

__attribute__ ((noinline)) int look (void) {
  pthread_mutex_lock (&m);
  int is = flag;
  pthread_mutex_unlock (&m);
  return is;
}

void *first (void *a) {
  pthread_t t;
  if (look ()) {
    pthread_create (&t, 0, helper, 0);
    pthread_join (t, 0);
  }
  return a;
}

void *second (void *a) {
  pthread_mutex_lock (&m);
  flag = 1;
  pthread_mutex_unlock (&m);
  y = 2;
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
