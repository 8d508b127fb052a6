// A recording with a branch on a shared value, a lock and memory from the heap.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, *block;

static void *work (void *arg) {
  pthread_mutex_lock (&lock);
  if (count++ == 0 && block)
    block[1] = count + 3;
  pthread_mutex_unlock (&lock);
  return arg;
}

int main (void) {
  pthread_t t;
  block = malloc (4 * sizeof *block);
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  pthread_join (t, NULL);
  free (block);
  return 0;
}
