// RACE-FREE
// TINY
// WHY: what the exchange looks for is read before, and is there only until the
// other thread takes it away

#include <pthread.h>
#include <stdatomic.h>

static int state = 3, seen;
static atomic_int expected = 3;

static void *claim (void *a) {
  int old = atomic_load (&expected);
  atomic_compare_exchange_strong ((_Atomic int *)&state, &old, 1);
  return a;
}

static void *take_away (void *a) {
  atomic_store (&expected, 4);
  atomic_fetch_add ((_Atomic int *)&state, 4);
  seen = *(volatile int *)&state;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, claim, 0);
  pthread_create (&u, 0, take_away, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
