// RACE-FREE
// FAILURE: lost-wakeup 21
// WHY: the stop may come before the worker looks, which then waits for a start that nobody makes; in the run it does not wait at all

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int started;

static void set (int to) {
  pthread_mutex_lock (&lock);
  started = to;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

static void *work (void *a) {
  pthread_mutex_lock (&lock);
  while (!started)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *start (void *a) {
  set (1);
  return a;
}

static void *stop (void *a) {
  set (0);
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
