// RACE value: 15 30
// TINY
// WHY: the two reads are equal when both come early or both late, and the
// access is between

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, first, second;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  first = 3;
  pthread_mutex_unlock (&lock);
  data = 1;
  pthread_mutex_lock (&lock);
  second = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int one = first;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  int two = second;
  pthread_mutex_unlock (&lock);
  if (one == two)
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
