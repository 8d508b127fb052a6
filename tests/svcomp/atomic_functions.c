// SAFE
// Functions that are atomic by their names, one within the other.
#include <pthread.h>

extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);
static int count, twice;

void __VERIFIER_atomic_increment (void) {
  count++;
}

int __VERIFIER_atomic_both (int by) {
  if (by < 0)
    return count;
  __VERIFIER_atomic_increment ();
  twice = 2 * count;
  return twice;
}

static void *work (void *unused) {
  __VERIFIER_atomic_increment ();
  __VERIFIER_atomic_both (1);
  __VERIFIER_atomic_begin ();
  twice++;
  __VERIFIER_atomic_end ();
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  return __VERIFIER_atomic_both (-1) & 1;
}
