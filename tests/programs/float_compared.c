// RACE-FREE
// TINY
// WHY: a comparison of a float that another thread wrote decides

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static float level = 0.25f;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 0.75f;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  float seen = level;
  pthread_mutex_unlock (&lock);
  if (seen > 0.5)
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
