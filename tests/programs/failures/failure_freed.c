// FAILURE: use-after-free 17
// WHY: one thread uses a block under the lock under which another one frees it; no race, and the order of creation alone makes it right

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
  seen = i->uses;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *drop (void *a) {
  pthread_mutex_lock (&lock);
  free (item);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t a, b;
  item = calloc (1, sizeof *item);
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, drop, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
