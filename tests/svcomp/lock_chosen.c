// RACE
// A nondeterministic value chooses the lock behind a pointer.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work (void *unused) {
  pthread_mutex_t *lock = __VERIFIER_nondet_int () > 5 ? &b : &a;
  pthread_mutex_lock (lock);
  shared++;
  pthread_mutex_unlock (lock);
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&a);
  shared++;
  pthread_mutex_unlock (&a);
  pthread_join (t, 0);
  return 0;
}
