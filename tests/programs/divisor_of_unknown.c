// RACE-FREE
// FAILURE: arithmetic 25
// WHY: without the other thread's count the program divides by 0 and ends; what
// it divides comes from a library, so that nothing but the trap depends on it

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, count;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  count = 2;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  int whole = rand ();
  pthread_mutex_lock (&lock);
  int part = count;
  pthread_mutex_unlock (&lock);
  volatile int share = whole / part;
  (void)share;
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
