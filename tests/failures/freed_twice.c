// FAILURE: signal 6
// Two owners each see that the block is there, and both free it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;

static void *drop (void *unused) {
  pthread_mutex_lock (&lock);
  char *mine = block;
  pthread_mutex_unlock (&lock);
  if (mine) {
    free (mine);
    pthread_mutex_lock (&lock);
    block = NULL;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void) {
  pthread_t t[2];
  block = malloc (40);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, drop, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
