// RACE
// An atomic function excludes no plain access.
#include <pthread.h>

static int count;

void __VERIFIER_atomic_increment (void) {
  count++;
}

static void *work (void *unused) {
  __VERIFIER_atomic_increment ();
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  return count;
}
