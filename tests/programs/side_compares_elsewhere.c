// RACE path: 14 26
// TINY
// WHY: the recorded values have the side's exchange fail; where the race is it
// would not

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state = 1, ready;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  state = 3;
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  int old = 1;
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen)
    atomic_compare_exchange_strong ((_Atomic int *)&state, &old, 2);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
