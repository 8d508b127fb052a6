// RACE-FREE
// TINY
// WHY: only the last turn of the loop, which the published bound has, reaches
// the access

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level = 1, sum;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < seen; i++)
    if (i == 2)
      data = 2;
    else
      sum += i;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
