// RACE-FREE
// FAILURE: lost-wakeup 25
// WHY: a signal is sent only to the first one that waits, as the count is looked at too late; the run neither waits nor signals

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, waiting;

static void *put (void *a) {
  pthread_mutex_lock (&lock);
  items++;
  if (waiting == 1)
    pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  while (!items) {
    waiting++;
    // Two may wait here.
    pthread_cond_wait (&filled, &lock);
    waiting--;
  }
  items--;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  static void *(*const act[]) (void *) = {put, take, put, take};
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, act[i], 0);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  return 0;
}
