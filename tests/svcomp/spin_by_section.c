// SAFE
// A lock of one's own: an assumption in an atomic section waits for it.
#include <pthread.h>

extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);
extern void __VERIFIER_assume (int);
static int held, shared;

static void take (void) {
  __VERIFIER_atomic_begin ();
  __VERIFIER_assume (!held);
  held = 1;
  __VERIFIER_atomic_end ();
}

static void give (void) {
  __VERIFIER_atomic_begin ();
  held = 0;
  __VERIFIER_atomic_end ();
}

static void *work (void *unused) {
  take ();
  shared++;
  give ();
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
  return 0;
}
