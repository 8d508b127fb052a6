// RACE-FREE
// FAILURE: arithmetic 27
// TINY
// WHY: on the side that was not taken the program ends before the access: what
// it divides by is 0, in memory that no other thread uses

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;
static int parts[2] = {6, 0};

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  int *own = a, whole = own[0], part = own[1];
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen)
    data = whole / part;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, parts);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
