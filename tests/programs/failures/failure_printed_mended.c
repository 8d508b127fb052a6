// NO-FAILURE
// UNDECIDED: assertion 32
// WHY: how many bytes were printed says how many digits the number has

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 8, two;

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
  int digits = printf ("%d", counted) - printf ("%d", 1) + 1;
  if (digits == 2) {
    two = 1;
    assert (counted >= 10);
  }
  return 0;
}
