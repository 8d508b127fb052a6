// RACE: 20 26
// TINY
// WHY: none of the results is looked at, whatever is computed

#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sum, rest, bits, mask, odd, last;
static long plain;
static int data;

static void update (unsigned n) {
  sum += n, rest -= n, bits |= n, mask &= n, odd ^= n;
  atomic_exchange (&last, n);
  __sync_fetch_and_add (&plain, n);
  __atomic_sub_fetch (&plain, n, __ATOMIC_SEQ_CST);
}

static void *first (void *a) {
  data = 1;
  update (1);
  return a;
}
static void *second (void *a) {
  update (2);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
