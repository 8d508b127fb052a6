// RACE
// A float lies between two constants, and a double is not a number.
#include <pthread.h>

extern float __VERIFIER_nondet_float (void);
extern double __VERIFIER_nondet_double (void);
static int shared;

static void *work (void *unused) {
  float part = __VERIFIER_nondet_float ();
  double other = __VERIFIER_nondet_double ();
  if (part > 0.1 && part < 0.10001f && other != other)
    shared = 1;
  return unused;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  shared = 2;
  pthread_join (a, 0);
}
