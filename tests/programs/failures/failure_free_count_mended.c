// WHY: owners are counted down and looked at in one section

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owners = 2;
static char *block;

static void *drop (void *a) {
  pthread_mutex_lock (&lock);
  int left = --owners;
  pthread_mutex_unlock (&lock);
  if (left)
    return a;
  free (a);
  return NULL;
}

int main (void) {
  pthread_t t, u;
  block = malloc (40);
  pthread_create (&t, 0, drop, block);
  pthread_create (&u, 0, drop, block);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
