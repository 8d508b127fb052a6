// RACE beyond: 12 24
// TINY
// WHY: both values are above the threshold

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static double level = 0.625;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 0.75;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  double seen = level;
  pthread_mutex_unlock (&lock);
  if (seen * 2 > 1)
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
