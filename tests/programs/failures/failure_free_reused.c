// WHY: the second block has the address of the first one, which was freed before: the address says nothing

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  char *mine = block;
  block = NULL;
  pthread_mutex_unlock (&lock);
  if (mine)
    free (mine);
  return a;
}

static void *make (void *a) {
  char *one = malloc (40);
  free (one);
  one = malloc (40);
  pthread_mutex_lock (&lock);
  if (!block)
    block = one, one = NULL;
  pthread_mutex_unlock (&lock);
  free (one);
  return a;
}

int main (void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, i % 2 ? take : make, 0);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  free (block);
  return 0;
}
