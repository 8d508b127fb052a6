// RACE
// Only one value of an index is the element that another thread accesses.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint (void);
static int numbers[4096];

static void *any (void *unused) {
  unsigned i = __VERIFIER_nondet_uint ();
  if (i < 8192)
    numbers[i / 2]++;
  return unused;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, 0, any, 0);
  numbers[2718] = 1;
  pthread_join (a, 0);
}
