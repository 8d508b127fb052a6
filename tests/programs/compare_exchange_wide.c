// RACE-FREE
// FLAGS: -mcx16
// WHY: where the plain read comes, the other half of what the exchange looks for
// has changed

#include <pthread.h>

static struct {
  _Alignas (16) long low;
  long high;
} pair;
static long seen;

static void *claim (void *a) {
  __int128 old = 0;
  __atomic_compare_exchange_n ((__int128 *)&pair, &old, 1, 0, __ATOMIC_SEQ_CST,
                               __ATOMIC_SEQ_CST);
  return a;
}

static void *close_it (void *a) {
  __atomic_store_n (&pair.high, 5, __ATOMIC_SEQ_CST);
  seen = pair.low;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, claim, 0);
  pthread_create (&u, 0, close_it, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
