// RACE path: 20 11
// TINY
// WHY: the side that is not taken calls a function that calls what races

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

__attribute__ ((noinline)) static void set (int value) {
  data = value;
}

__attribute__ ((noinline)) static void refresh (int value) {
  if (value > 1)
    set (value);
}

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen)
    refresh (2);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
