// RACE: 15 15
// WHY: all that were woken go on without the lock

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int go, done;

void *waiter (void *a) {
  pthread_mutex_lock (&l);
  while (!go)
    pthread_cond_wait (&c, &l);
  pthread_mutex_unlock (&l);
  done++;
  return a;
}

void *starter (void *a) {
  pthread_mutex_lock (&l);
  go = 1;
  pthread_cond_broadcast (&c);
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, waiter, 0);
  pthread_create (&u, 0, waiter, 0);
  pthread_create (&v, 0, starter, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
