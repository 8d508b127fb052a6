// RACE
// The litmus test of store buffers, in sections that are too small.
extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);
extern void abort (void);
static void assume_abort_if_not (int holds) {
  if (!holds)
    abort ();
}
#include <pthread.h>

static int x, y, seen_x, seen_y, left;

static void *first (void *unused) {
  __VERIFIER_atomic_begin ();
  y = 1;
  __VERIFIER_atomic_end ();
  seen_x = x;
  __VERIFIER_atomic_begin ();
  left++;
  __VERIFIER_atomic_end ();
  return unused;
}

static void *second (void *unused) {
  __VERIFIER_atomic_begin ();
  x = 1;
  __VERIFIER_atomic_end ();
  seen_y = y;
  __VERIFIER_atomic_begin ();
  left++;
  __VERIFIER_atomic_end ();
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, first, 0);
  pthread_create (&t, 0, second, 0);
  __VERIFIER_atomic_begin ();
  int ended = left == 2;
  __VERIFIER_atomic_end ();
  assume_abort_if_not (ended);
  return seen_x + seen_y;
}
