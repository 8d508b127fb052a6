// FAILURE: double-free 18
// WHY: two owners look at the pointer in one section, free the block, and clear the pointer in the next section

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;

static void *drop (void *a) {
  pthread_mutex_lock (&lock);
  char *mine = block;
  pthread_mutex_unlock (&lock);
  if (!mine)
    return a;

  // Both come here.
  free (mine);
  pthread_mutex_lock (&lock);
  block = NULL;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  block = malloc (40);
  pthread_create (&t, 0, drop, 0);
  pthread_create (&u, 0, drop, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
