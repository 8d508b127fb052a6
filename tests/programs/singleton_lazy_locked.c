// RACE-FREE
// TINY
// WHY: whoever makes the object fills it under the lock; which of them that is
// changes with the order, and what it is with it

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *instance;

static int *get (int by) {
  pthread_mutex_lock (&lock);
  if (!instance) {
    instance = malloc (sizeof *instance);
    *instance = by;
  }
  int *it = instance;
  pthread_mutex_unlock (&lock);
  return it;
}

static void *first (void *a) {
  return *get (1) ? a : 0;
}

static void *second (void *a) {
  return *get (2) ? a : 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
