// RACE-FREE
// TINY
// WHY: what the first thread writes depends on what it read itself: the sum is
// right only when both have added

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, sum = 1;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  sum = sum * 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  sum = sum + 2;
  int seen = sum;
  pthread_mutex_unlock (&lock);
  if (seen == 5)
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
