// RACE-FREE
// TINY
// WEAK: 15 21
// WHY: where the plain read comes, the exchange would find the other store and
// write nothing

#include <pthread.h>
#include <stdatomic.h>

static int state;
static int seen;

static void *claim (void *a) {
  int old = 0;
  atomic_compare_exchange_strong ((_Atomic int *)&state, &old, 1);
  return a;
}

static void *close_it (void *a) {
  atomic_store ((_Atomic int *)&state, 5);
  seen = *(volatile int *)&state;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, claim, 0);
  pthread_create (&u, 0, close_it, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
