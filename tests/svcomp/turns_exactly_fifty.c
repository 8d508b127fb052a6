// RACE
// A nondeterministic loop has exactly 50 turns, each of which asks for two inputs.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool (void);
extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, sum;

static void *turn (void *unused) {
  int turns = 0;
  while (__VERIFIER_nondet_bool ()) {
    sum ^= __VERIFIER_nondet_int ();
    turns++;
  }
  if (turns == 50)
    shared = 1;
  return unused;
}

static void *locked (void *unused) {
  pthread_mutex_lock (&lock);
  shared = 2;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, turn, 0);
  pthread_create (&b, 0, locked, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
}
