// RACE-FREE
// WHY: the side that is not taken prints to a stream that may be closed, or none

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;
static FILE *out;

static void *set (void *a) {
  pthread_mutex_lock (&lock);
  first = 1;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  second = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *test (void *a) {
  pthread_mutex_lock (&lock);
  int x = first;
  int y = second;
  pthread_mutex_unlock (&lock);
  if (x != y) {
    fputs ("wrong\n", out); // the path ends here
    abort ();
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, set, NULL);
  pthread_create (&u, NULL, test, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
