// RACE-FREE
// TINY
// WHY: what was read goes through arguments and results of functions before it
// decides

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level;

__attribute__ ((noinline)) static int twice (int n) {
  return n + n;
}

__attribute__ ((noinline)) static int at_least (int n, int least) {
  return twice (n) >= least;
}

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 2;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  if (at_least (seen, 4))
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
