// RACE-FREE
// WHY: a handler runs while its thread waits on a condition, and uses the lock

#include <pthread.h>
#include <signal.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_t waiter;
int waits, handled, x;

void handle (int number) {
  pthread_mutex_lock (&l);
  handled = number;
  pthread_cond_broadcast (&c);
  pthread_mutex_unlock (&l);
}

void *work (void *a) {
  pthread_mutex_lock (&l);
  while (!waits)
    pthread_cond_wait (&c, &l);
  pthread_kill (waiter, SIGUSR1);
  while (!handled)
    pthread_cond_wait (&c, &l);
  x++;
  pthread_cond_broadcast (&c);
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t;
  waiter = pthread_self ();
  signal (SIGUSR1, handle);
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&l);
  waits = 1;
  pthread_cond_broadcast (&c);
  while (!x)
    pthread_cond_wait (&c, &l);
  pthread_mutex_unlock (&l);
  pthread_join (t, 0);
  return x != 1;
}
