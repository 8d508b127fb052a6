// WHY: a thread frees a block and stores a new one, which may lie at the same address, in one section; who reads the pointer in a later section uses the new one

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *data;
static int seen;

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  seen = data[0];
  pthread_mutex_unlock (&lock);
  return a;
}

static void *replace (void *a) {
  pthread_mutex_lock (&lock);
  free (data);
  data = malloc (2 * sizeof *data);
  data[0] = 5;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t a, b;
  data = calloc (2, sizeof *data);
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, replace, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  free (data);
  return 0;
}
