// RACE-FREE
// WHY: the stop waits until the worker has seen the start, so that the worker never waits in vain; the run waits nowhere

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int started, seen;

static void *work (void *a) {
  pthread_mutex_lock (&lock);
  while (!started)
    pthread_cond_wait (&changed, &lock);
  seen = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *start (void *a) {
  pthread_mutex_lock (&lock);
  started = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *stop (void *a) {
  pthread_mutex_lock (&lock);
  while (!seen)
    pthread_cond_wait (&changed, &lock);
  started = 0;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  static void *(*const act[]) (void *) = {start, work, stop};
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], 0, act[i], 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
