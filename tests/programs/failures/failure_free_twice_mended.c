// WHY: who takes the pointer clears it in the same section

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;

static void *drop (void *a) {
  pthread_mutex_lock (&lock);
  char *mine = block;
  block = NULL;
  pthread_mutex_unlock (&lock);
  if (mine)
    free (mine);
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
