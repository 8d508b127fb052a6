// RACE: 15 21
// RACE: 15 24
// TINY
// WHY: the recorded exchange finds something else; where the second race is, it
// would find what it looks for

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state = 1;

static void *claim (void *a) {
  int old = 2;
  atomic_compare_exchange_strong ((_Atomic int *)&state, &old, 3);
  return a;
}

static void *prepare (void *a) {
  pthread_mutex_lock (&lock);
  state = 2;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  state = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, claim, 0);
  pthread_create (&u, 0, prepare, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
