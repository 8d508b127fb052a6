// SAFE
// Each thread has pointers of its own, and frees those that it was given.
#include <pthread.h>
#include <stdlib.h>

extern void *__VERIFIER_nondet_pointer (void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *handle (void *unused) {
  for (int i = 0; i < 3; i++) {
    int *p = __VERIFIER_nondet_pointer (), *q = malloc (sizeof *q);
    *q = 3;
    if (p) {
      *p = *q;
      pthread_mutex_lock (&lock);
      shared += *p;
      pthread_mutex_unlock (&lock);
      free (p);
    }
    free (q);
  }
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, handle, 0);
  handle (0);
  return 0;
}
