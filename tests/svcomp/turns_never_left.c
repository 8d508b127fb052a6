// SAFE
// No number of turns leads to the write: there are 70 at most, and from 60 on it is
// under the lock.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *turn (void *unused) {
  int turns = 0;
  while (__VERIFIER_nondet_int () != 0 && turns < 70)
    turns++;
  if (turns > 70)
    shared = 1;
  if (turns >= 60) {
    pthread_mutex_lock (&lock);
    shared = 3;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, 0, turn, 0);
  pthread_mutex_lock (&lock);
  shared = 2;
  pthread_mutex_unlock (&lock);
  pthread_join (a, 0);
}
