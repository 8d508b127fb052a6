// RACE-FREE
// TINY
// WHY: a negative int is a huge unsigned long

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level = 5;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = -5;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  unsigned long wide = (unsigned long)(long)seen;
  if (wide > 1ul << 40)
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
