// FAILURE: assertion "!freed"
// A block is freed under the lock under which it is used, but too early.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block {
  int users;
} *block;
static int freed;

static void *use (void *unused) {
  pthread_mutex_lock (&lock);
  assert (!freed);
  block->users++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *close_it (void *unused) {
  pthread_mutex_lock (&lock);
  free (block);
  freed = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[2];
  block = calloc (1, sizeof *block);
  pthread_create (&t[0], 0, use, 0);
  pthread_create (&t[1], 0, close_it, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
