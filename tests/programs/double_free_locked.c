// RACE-FREE
// TINY
// EXIT: 134
// WHY: either order of the two frees fails, but the lock keeps them apart

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;

void *one (void *a) {
  pthread_mutex_lock (&lock);
  free (block);
  pthread_mutex_unlock (&lock);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&lock);
  free (block);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  block = malloc (24);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
