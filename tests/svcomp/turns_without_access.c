// RACE
// A branch that ends a loop, with nothing behind it, takes its turns 40 times.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, late;

static void *step (void *unused) {
  for (;;) {
    pthread_mutex_lock (&lock);
    int seen = count;
    if (count < 40)
      count++;
    pthread_mutex_unlock (&lock);
    if (seen == 40) {
      late++;
      return unused;
    }
    if (__VERIFIER_nondet_bool ())
      return unused;
  }
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, step, 0);
  pthread_create (&b, 0, step, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
