// RACE-FREE
// TINY
// FAILURE: null 24
// WHY: the side that is not taken follows a null pointer before the access

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;
static int *where;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  where = &ready;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int *seen = where;
  pthread_mutex_unlock (&lock);
  if (*seen < 5)
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
