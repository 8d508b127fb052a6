// RACE: 13 22
// TINY
// EXIT: 134
// WHY: the lock orders the two frees in the run alone

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;

void *one (void *a) {
  free (block);
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  free (block);
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
