// RACE-FREE
// FAILURE: deadlock 16
// FAILURE: lost-wakeup 30
// WHY: a thread waits for a signal that comes behind a barrier, at which it has not arrived, if the first signal is lost

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t both;

static void *lead (void *a) {
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  pthread_barrier_wait (&both);
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_barrier_init (&both, 0, 2);
  pthread_mutex_lock (&lock);
  pthread_create (&t, 0, lead, 0);
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  pthread_cond_wait (&ready, &lock);
  pthread_mutex_unlock (&lock);
  pthread_barrier_wait (&both);
  pthread_join (t, 0);
  return 0;
}
