// FAILURE: abort 27
// WHY: each thread of the ring waits for nothing before it hands the token on; the order of creation alone makes it right

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second, third;

static void *pass_first (void *a) {
  pthread_mutex_lock (&lock);
  first = third + 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *pass_second (void *a) {
  pthread_mutex_lock (&lock);
  second = first + 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void check (void) {
  pthread_mutex_lock (&lock);
  if (second != first + 1)
    abort ();
  pthread_mutex_unlock (&lock);
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, pass_first, 0);
  pthread_create (&b, 0, pass_second, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  check ();
  return 0;
}
