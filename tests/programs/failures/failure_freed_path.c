// FAILURE: use-after-free 31
// WHY: a reader looks in one section whether the block is there and writes to it in the next one; in the run it finds it gone

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item {
  long links[4];
  int uses;
} *item;
static int gone;

static void *drop (void *a) {
  pthread_mutex_lock (&lock);
  if (!gone) {
    item->uses = 0;
    free (item);
    gone = 1;
  }
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int there = !gone;
  pthread_mutex_unlock (&lock);
  if (there) {
    pthread_mutex_lock (&lock);
    item->uses++; // the block may be gone by now
    pthread_mutex_unlock (&lock);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  item = calloc (1, sizeof *item);
  pthread_create (&t, 0, drop, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
