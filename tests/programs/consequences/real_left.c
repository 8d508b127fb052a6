// CONSEQUENCE: state
// The order decides a number with a fraction, of which records have the bits.
#include <pthread.h>

static double volume;

static void *quiet (void *unused) {
  volume = 0.1;
  return unused;
}

static void *loud (void *unused) {
  volume = 2.5;
  return unused;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, quiet, NULL);
  pthread_create (&u, NULL, loud, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
