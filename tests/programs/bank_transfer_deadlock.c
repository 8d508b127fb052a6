// RACE-FREE
// DEADLOCK: 14 24
// WHY: two locks, each thread in its own order

#include <pthread.h>
#include <unistd.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *one (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_lock (&m);
  x = 1;
  pthread_mutex_unlock (&m);
  pthread_mutex_unlock (&l);
  return a;
}

void *two (void *a) {
  usleep (20000);
  pthread_mutex_lock (&m);
  pthread_mutex_lock (&l);
  x = 2;
  pthread_mutex_unlock (&l);
  pthread_mutex_unlock (&m);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
