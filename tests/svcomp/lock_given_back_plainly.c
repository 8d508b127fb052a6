// RACE
// The lock is taken in an atomic section, and given back by a plain write.
#include <pthread.h>

extern void abort (void);
static void assume_abort_if_not (int condition) {
  if (!condition)
    abort ();
}

static int lock, shared;

static void __VERIFIER_atomic_acquire (void) {
  assume_abort_if_not (lock == 0);
  lock = 1;
}

static void *work (void *unused) {
  __VERIFIER_atomic_acquire ();
  shared++;
  lock = 0;
  return unused;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
