// RACE beyond: 15 24
// FAILURE: use-after-free 24
// TINY
// WHY: the pointer is copied under the lock and used after; the recorded one is
// that of the grown buffer

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *buffer;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  buffer = realloc (buffer, 4096);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int *mine = buffer;
  pthread_mutex_unlock (&lock);
  mine[8] = 2;
  return a;
}

int main (void) {
  buffer = malloc (64);
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
