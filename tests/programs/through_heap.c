// RACE-FREE
// TINY
// WHY: what was read is put into a private block and taken out through another
// pointer

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level;

__attribute__ ((noinline)) static int *box (int n) {
  int *it = malloc (sizeof *it);
  *it = n;
  return it;
}

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  int *mine = box (seen);
  if (*mine)
    data = 2;
  free (mine);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
