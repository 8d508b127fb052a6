// FAILURE: double-free 21
// WHY: the old block is looked up in one section and replaced in the next one: both threads free the first block

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *cached, *spare[2];

static void *replace (void *a) {
  pthread_mutex_lock (&lock);
  char *old = cached;
  pthread_mutex_unlock (&lock);

  pthread_mutex_lock (&lock);
  cached = a;
  pthread_mutex_unlock (&lock);

  // In the run the second thread frees what the first one put there.

  free (old);
  return NULL;
}

int main (void) {
  pthread_t t, u;
  cached = malloc (40);
  for (int i = 0; i < 2; i++)
    spare[i] = malloc (40);
  pthread_create (&t, 0, replace, spare[0]);
  pthread_create (&u, 0, replace, spare[1]);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (cached);
  return 0;
}
