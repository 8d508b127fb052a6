// SAFE
// Two nondeterministic indices are never the same one.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static int numbers[1000];

static void *upper (void *unused) {
  int i = __VERIFIER_nondet_int ();
  if (i >= 500 && i < 1000)
    numbers[i] = 1;
  return unused;
}

static void *lower (void *unused) {
  int i = __VERIFIER_nondet_int ();
  if (i >= 0 && i < 500)
    numbers[i] = 2;
  return unused;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, upper, 0);
  pthread_create (&b, 0, lower, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
}
