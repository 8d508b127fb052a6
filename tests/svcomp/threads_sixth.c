// RACE
// Only the sixth thread takes no lock, and nondeterministic values say how many
// there are.
#include <pthread.h>
#include <stdint.h>

extern _Bool __VERIFIER_nondet_bool (void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work (void *number) {
  if ((intptr_t)number != 5)
    pthread_mutex_lock (&mutex);
  shared++;
  if ((intptr_t)number != 5)
    pthread_mutex_unlock (&mutex);
  return 0;
}

int main (void) {
  pthread_t t;
  for (intptr_t i = 0; __VERIFIER_nondet_bool (); i++)
    pthread_create (&t, 0, work, (void *)i);
}
