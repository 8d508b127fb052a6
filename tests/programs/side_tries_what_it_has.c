// RACE-FREE
// TINY
// WHY: the side comes to the access if it gets a lock that it has

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&own);
  if (!seen && !pthread_mutex_trylock (&own))
    data = 2;
  pthread_mutex_unlock (&own);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
