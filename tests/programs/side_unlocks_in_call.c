// RACE path: 18 14
// TINY
// WHY: the side gives the lock back in a function that it calls

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static int users;

__attribute__ ((noinline)) static void finish (int value) {
  pthread_mutex_unlock (&lock);
  data = value;
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
  if (!ready) {
    finish (2);
    return a;
  }
  users++;
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
