// RACE-FREE
// TINY
// WHY: the loop ends elsewhere when it began with an odd number

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level = 1;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 4;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  while (seen > 0)
    seen -= 2;
  if (seen == 0)
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
