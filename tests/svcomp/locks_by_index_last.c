// RACE
// The last element has another lock in one thread than in the other one: both indices
// are the same one there, and both locks are not.
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint (void);
static pthread_mutex_t locks[50];
static int numbers[50];

static void *add (void *unused) {
  unsigned i = __VERIFIER_nondet_uint ();
  if (i >= 50)
    abort ();
  pthread_mutex_lock (&locks[i]);
  numbers[i]++;
  pthread_mutex_unlock (&locks[i]);
  return unused;
}

static void *take (void *unused) {
  unsigned i = __VERIFIER_nondet_uint ();
  if (i >= 50)
    abort ();
  pthread_mutex_lock (&locks[i % 49]);
  numbers[i]--;
  pthread_mutex_unlock (&locks[i % 49]);
  return unused;
}

int main (void) {
  pthread_t a, b;
  for (int i = 0; i < 50; i++)
    pthread_mutex_init (&locks[i], 0);
  pthread_create (&a, 0, add, 0);
  pthread_create (&b, 0, take, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
}
