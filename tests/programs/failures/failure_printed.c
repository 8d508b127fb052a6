// FAILURE: assertion 29
// WHY: what main prints before it asks may be another number: no printing depends on it

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add (void *a) {
  pthread_mutex_lock (&lock);
  int old = count;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  count = old + 1;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, add, 0);
  pthread_create (&b, 0, add, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  int counted = count;
  printf ("%d counted\n", counted);
  assert (counted == 2);
  return 0;
}
