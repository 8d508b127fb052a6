// FAILURE: use-after-free 22
// WHY: a thread keeps the pointer that it has read in an earlier section; the block is replaced meanwhile

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item {
  long links[4];
  int uses;
} *item;
static int seen;

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  struct item *i = item;
  pthread_mutex_unlock (&lock);

  // Between the two sections the other thread may replace it.

  pthread_mutex_lock (&lock);
  seen = i->uses;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *replace (void *a) {
  pthread_mutex_lock (&lock);
  free (item);
  item = calloc (1, sizeof *item);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t a, b;
  item = calloc (1, sizeof *item);
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, replace, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  free (item);
  return 0;
}
