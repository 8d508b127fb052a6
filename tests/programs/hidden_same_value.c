// RACE: 10 21
// WHY: the value that T2 reads is also there before T1 writes it

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x, ready, seen;

void *one (void *a) {
  x = 1;
  pthread_mutex_lock (&l);
  ready = 1;
  pthread_mutex_unlock (&l);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&l);
  seen = ready;
  pthread_mutex_unlock (&l);
  x = 2;
  return a;
}

int main (void) {
  ready = 1;
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
