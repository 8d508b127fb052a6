// RACE
// Threads without end have a lock of their own, of which one gives back too early: the
// race comes behind many pairs that take the solver long.
#include <pthread.h>

extern void abort (void);
static volatile int taken, count;

static void __VERIFIER_atomic_take (void) {
  if (taken)
    abort ();
  taken = 1;
}

static void __VERIFIER_atomic_give (void) {
  taken = 0;
}

static void *early (void *unused) {
  __VERIFIER_atomic_take ();
  count++;
  __VERIFIER_atomic_give ();
  count--;
  return unused;
}

static void *late (void *unused) {
  __VERIFIER_atomic_take ();
  count++;
  if (count != 1)
    abort ();
  count--;
  __VERIFIER_atomic_give ();
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, early, 0);
  while (1)
    pthread_create (&t, 0, late, 0);
}
