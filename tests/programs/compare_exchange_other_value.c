// RACE: 17 23
// RACE beyond: 17 25
// TINY
// WHY: only with another value than the recorded one, in memory and to compare
// with, is the exchange made beside the read

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int state, seen;

static void *claim (void *a) {
  pthread_mutex_lock (&lock);
  int old = state;
  pthread_mutex_unlock (&lock);
  atomic_compare_exchange_strong ((_Atomic int *)&state, &old, 9);
  return a;
}

static void *raise_state (void *a) {
  pthread_mutex_lock (&lock);
  state = 5;
  pthread_mutex_unlock (&lock);
  seen = state;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, claim, 0);
  pthread_create (&u, 0, raise_state, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
