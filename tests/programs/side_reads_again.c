// RACE-FREE
// TINY
// WHY: the side reads again what it was entered for, under the same lock, and
// finds the same

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = *(volatile int *)&ready;
  if (!seen) {
    int again = *(volatile int *)&ready;
    pthread_mutex_unlock (&lock);
    if (again)
      data = 2;
    return a;
  }
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
