// RACE
// Any number of threads, which nobody joins.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool (void);
static int shared;

static void *work (void *unused) {
  shared++;
  return unused;
}

int main (void) {
  pthread_t t;
  while (__VERIFIER_nondet_bool ())
    pthread_create (&t, 0, work, 0);
  return 0;
}
