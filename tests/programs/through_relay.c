// RACE value: 11 30
// TINY
// WHY: a third thread hands the value on; any value will do

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, first, second;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  first = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *relay (void *a) {
  pthread_mutex_lock (&lock);
  second = first;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = second;
  pthread_mutex_unlock (&lock);
  if (seen < 5)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, relay, 0);
  pthread_create (&v, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
