// RACE-FREE
// TINY
// WHY: the side returns from two functions, and what they return does not lead
// to the access

#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static time_t seconds;

__attribute__ ((noinline)) static int is_stale (int seen) {
  if (!seen)
    return 1;
  seconds = time (0);
  return 0;
}

__attribute__ ((noinline)) static int needs (int seen) {
  return is_stale (seen) + 1;
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
  if (needs (seen) > 2)
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
