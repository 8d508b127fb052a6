// RACE-FREE
// TINY
// WHY: the bits of a floating point number that was read decide as an integer

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static float level;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 1.5f;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  union {
    float number;
    unsigned bits;
  } mine;
  pthread_mutex_lock (&lock);
  mine.number = level;
  pthread_mutex_unlock (&lock);
  if (mine.bits >> 23)
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
