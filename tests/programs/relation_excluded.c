// RACE-FREE
// TINY
// WHY: no values that the two reads can return before the write are equal

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, first = 1, second;

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
