// SAFE
// No value satisfies both conditions.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static int chosen, shared;

static void *work (void *unused) {
  if (chosen > 10)
    shared = 1;
  return unused;
}

int main (void) {
  pthread_t t;
  chosen = __VERIFIER_nondet_int ();
  pthread_create (&t, 0, work, 0);
  if (chosen < 10)
    shared = 2;
  pthread_join (t, 0);
  return 0;
}
