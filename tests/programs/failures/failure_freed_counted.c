// FAILURE: use-after-free 15
// WHY: the sections that use and free a block also count themselves; what they count is no pointer to a new block

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *data;
static int seen;
static long sections;

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  sections++;
  seen = data[0];
  pthread_mutex_unlock (&lock);
  return a;
}

static void *drop (void *a) {
  pthread_mutex_lock (&lock);
  free (data);
  sections++;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t a, b;
  data = calloc (2, sizeof *data);
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, drop, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return sections != 2;
}
