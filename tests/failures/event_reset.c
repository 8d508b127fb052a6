// FAILURE: deadlock
// An event is reset after it was set, and before the waiting thread saw it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int set;

static void *wait_for_it (void *unused) {
  pthread_mutex_lock (&lock);
  while (!set)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *pulse (void *unused) {
  pthread_mutex_lock (&lock);
  set = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  set = 0;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[1], 0, pulse, 0);
  pthread_create (&t[0], 0, wait_for_it, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
