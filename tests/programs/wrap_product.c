// RACE value: 12 24
// TINY
// WHY: the unsigned product wraps to the same for both values

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned level = 0x80000001;
static int data;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  unsigned seen = level;
  pthread_mutex_unlock (&lock);
  if (seen * 2 == 2)
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
