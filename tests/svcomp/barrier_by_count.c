// SAFE
// A barrier that is a count under a lock.
#include <pthread.h>

extern void abort (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int arrived, result;

static void *work (void *unused) {
  result = 7;
  pthread_mutex_lock (&lock);
  arrived = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&lock);
  int there = arrived;
  pthread_mutex_unlock (&lock);
  if (!there)
    abort ();
  return result;
}
