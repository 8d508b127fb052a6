// SAFE
// What takes the pointer under the lock owns the block.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *kept;

static void *give (void *unused) {
  int *block = malloc (sizeof *block);
  *block = 5;
  pthread_mutex_lock (&lock);
  kept = block;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *take (void *unused) {
  pthread_mutex_lock (&lock);
  int *block = kept;
  kept = 0;
  pthread_mutex_unlock (&lock);
  if (block)
    *block = 7;
  free (block);
  return unused;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, give, 0);
  pthread_create (&u, 0, take, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
