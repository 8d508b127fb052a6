// SAFE
// No double satisfies all conditions: what is neither less nor greater or equal is no
// number, and no float is 0.1.
#include <pthread.h>

extern float __VERIFIER_nondet_float (void);
extern double __VERIFIER_nondet_double (void);
static int shared;

static void *work (void *unused) {
  float part = __VERIFIER_nondet_float ();
  double other = __VERIFIER_nondet_double ();
  if (part == 0.1)
    shared = 1;
  if (!(other < 5) && !(other >= 5) && other == other)
    shared = 3;
  return unused;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  shared = 2;
  pthread_join (a, 0);
}
