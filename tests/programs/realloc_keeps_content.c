// RACE-FREE
// WHY: what a block held, it holds when it has grown

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int mode, late;

static void *work (void *unused) {
  int *block = malloc (4);
  *block = 7;
  pthread_mutex_lock (&lock);
  int seen = mode;
  pthread_mutex_unlock (&lock);
  if (seen == 50) {
    block = realloc (block, 16);
    if (*block != 7)
      late = 1;
  }
  free (block);
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  for (int i = 0; i < 60; i++) {
    pthread_mutex_lock (&lock);
    mode = i;
    pthread_mutex_unlock (&lock);
  }
  late = 0;
  pthread_join (t, 0);
  return 0;
}
