// RACE beyond: 19 28
// RACE path: 17 29
// WHY: what %n writes on a side is not known: a branch on it goes nowhere

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready, more;

static void *use (void *a) {
  int n = 1;
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    more = 1;
    printf ("12345%n\n", &n);
    data = n;
  }
  return a;
}

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  data = 2;
  more = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
