// RACE: 12 17
// TINY
// WHY: the exchange is made beside the read

#include <pthread.h>
#include <stdatomic.h>

static int state, seen;

static void *claim (void *a) {
  int old = 0;
  atomic_compare_exchange_strong ((_Atomic int *)&state, &old, 1);
  return a;
}

static void *look (void *a) {
  seen = state;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, claim, 0);
  pthread_create (&u, 0, look, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
