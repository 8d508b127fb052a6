// RACE-FREE

#include <pthread.h>

pthread_mutex_t l;
pthread_cond_t c;
int go, done;

void *waiter (void *a) {
  pthread_mutex_lock (&l);
  while (!go)
    pthread_cond_wait (&c, &l);
  done++;
  pthread_mutex_unlock (&l);
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
  pthread_mutex_init (&l, 0);
  pthread_cond_init (&c, 0);
  pthread_t t, u, v, w;
  pthread_create (&t, 0, waiter, 0);
  pthread_create (&u, 0, waiter, 0);
  pthread_create (&v, 0, waiter, 0);
  pthread_create (&w, 0, starter, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  pthread_join (w, 0);
  pthread_cond_destroy (&c);
  pthread_mutex_destroy (&l);
  return done != 3;
}
