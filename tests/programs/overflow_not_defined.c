// RACE beyond: 12 24
// TINY
// WHY: with the value that was there before the product of signed numbers
// overflows, after which nothing is certain; the compiler makes it a race

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level = 65536;

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
  if (seen * 65537 > 70000)
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
