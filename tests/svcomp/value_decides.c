// RACE
// The condition on a private value leaves the lock out for some values.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local unsigned own;
static unsigned sum;

static void *work (void *unused) {
  own = __VERIFIER_nondet_uint () % 1000;
  if (own != 731)
    pthread_mutex_lock (&lock);
  sum += own;
  if (own != 731)
    pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
