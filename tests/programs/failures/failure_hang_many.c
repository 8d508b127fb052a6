// FAILURE: lost-wakeup 22
// WHY: whether to wait is asked in one section, and the wait begins in the next one; any of many threads may miss the only broadcast

#include <pthread.h>

enum { THREADS = 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static int is_ready (void) {
  pthread_mutex_lock (&lock);
  int now = ready;
  pthread_mutex_unlock (&lock);
  return now;
}

static void *wait_for_it (void *a) {
  if (!is_ready ()) {
    pthread_mutex_lock (&lock);
    pthread_cond_wait (&changed, &lock);
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *tell (void *a) {
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[THREADS], last;
  for (int i = 0; i < THREADS; i++)
    pthread_create (t + i, 0, wait_for_it, 0);
  pthread_create (&last, 0, tell, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  pthread_join (last, 0);
  return 0;
}
