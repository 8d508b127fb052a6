// RACE
// Threads without end: two of them touch the variable without the lock.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work (void *unused) {
  if (__VERIFIER_nondet_int ()) {
    pthread_mutex_lock (&lock);
    shared++;
    pthread_mutex_unlock (&lock);
  } else
    shared = 0;
  return unused;
}

int main (void) {
  pthread_t t;
  while (1)
    pthread_create (&t, 0, work, 0);
}
