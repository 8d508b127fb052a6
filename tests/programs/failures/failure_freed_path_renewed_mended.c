// WHY: the block of the pointer is another one by then, which the thread may use

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block, moved;

static void *renew (void *a) {
  pthread_mutex_lock (&lock);
  free (block);
  block = malloc (sizeof *block);
  *block = 1;
  moved = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int early = !moved;
  pthread_mutex_unlock (&lock);
  if (early) {
    pthread_mutex_lock (&lock);
    *block = 2;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  block = malloc (sizeof *block);
  pthread_create (&t, 0, renew, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (block);
  return 0;
}
