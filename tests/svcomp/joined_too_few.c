// RACE
// One thread less is joined if the number is large.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);
extern void abort (void);
static void assume_abort_if_not (int holds) {
  if (!holds)
    abort ();
}

static int shared;

static void *work (void *unused) {
  __atomic_fetch_add (&shared, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main (void) {
  int n = __VERIFIER_nondet_int ();
  assume_abort_if_not (n >= 0);
  pthread_t *t = malloc (sizeof (pthread_t) * n);
  for (int i = 0; i < n; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < n - (n > 2); i++)
    pthread_join (t[i], 0);
  return shared;
}
