// WHY: a block grows, mostly where it lies, and the pointer is stored again in the same section; who reads it in a later section uses what it has become

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

static void *grow (void *a) {
  pthread_mutex_lock (&lock);
  data = realloc (data, 5 * sizeof *data);
  data[4] = 5;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t a, b;
  data = calloc (2, sizeof *data);
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, grow, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  free (data);
  return 0;
}
