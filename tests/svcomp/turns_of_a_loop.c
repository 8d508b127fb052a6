// RACE
// A nondeterministic loop has exactly twelve turns.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static int shared;

static void *turn (void *unused) {
  int turns = 0;
  while (__VERIFIER_nondet_int ())
    turns++;
  if (turns == 12)
    shared = 1;
  return unused;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, 0, turn, 0);
  shared = 2;
  pthread_join (a, 0);
}
