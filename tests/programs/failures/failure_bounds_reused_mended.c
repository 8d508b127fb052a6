// WHY: the memory of a freed block is that of a larger one, which has the same address; its index is in it

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;
static int at = 2, seen;

static void *look (void *a) {
  pthread_mutex_lock (&lock);
  seen = block[at];
  pthread_mutex_unlock (&lock);
  return a;
}

static void *replace (void *a) {
  pthread_mutex_lock (&lock);
  free (block);
  block = malloc (24);
  block[20] = 1;
  at = 20;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  block = calloc (4, 1);
  pthread_create (&t[0], 0, look, 0);
  pthread_create (&t[1], 0, replace, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  free (block);
  return 0;
}
