// BUG: pfscan: the number of active workers is counted without the lock; main waits for ever for zero
// FIRST: data race on 'aworker'.*HANG

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int aworker = 2;

static void *worker (void *a) {
  aworker--;
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, worker, 0);
  pthread_create (&u, 0, worker, 0);
  pthread_mutex_lock (&lock);
  while (aworker > 0)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
