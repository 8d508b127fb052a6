// RACE: 12 19
// WHY: each thread holds a lock, but not the same one

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *one (void *a) {
  pthread_mutex_lock (&l);
  counter++;
  pthread_mutex_unlock (&l);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&m);
  counter++;
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
