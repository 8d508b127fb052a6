// RACE
// Only two inputs that fulfil an equation lead to the write.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second, shared;

static void *work (void *unused) {
  if (3 * first + second == 77 && first > 4)
    shared = 1;
  return unused;
}

static void *locked (void *unused) {
  pthread_mutex_lock (&lock);
  shared = 3;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t, u;
  first = __VERIFIER_nondet_int ();
  second = __VERIFIER_nondet_int ();
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, locked, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
