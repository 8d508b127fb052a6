// RACE path: 11 24
// TINY
// WHY: the case of the value that was there before is the one that races

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level, other;

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
  switch (seen) {
  case 0:
    data = 2;
    break;
  case 3:
    other = 1;
    break;
  default:
    other = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
