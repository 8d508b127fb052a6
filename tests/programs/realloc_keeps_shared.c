// RACE-FREE
// TINY
// WHY: what the other thread wrote is found after realloc has moved it

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, *list;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  list[0] = 7;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  list = realloc (list, 100000);
  int seen = list[0];
  pthread_mutex_unlock (&lock);
  if (seen == 7)
    data = 2;
  return a;
}

int main (void) {
  list = calloc (1, sizeof *list);
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (list);
}
