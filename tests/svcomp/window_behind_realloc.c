// RACE
// One value of many that a thread may see leads to a block that grows, and to the access.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int mode, late;

static void *work (void *at) {
  int *block = at;
  pthread_mutex_lock (&lock);
  int seen = mode;
  pthread_mutex_unlock (&lock);
  if (seen == 50) {
    block = realloc (block, 16);
    block[3] = 1;
    if (block[3] == 1)
      late = 1;
  }
  free (block);
  return 0;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, malloc (8));
  for (int i = 0; i < 60; i++) {
    pthread_mutex_lock (&lock);
    mode = i;
    pthread_mutex_unlock (&lock);
  }
  late = 0;
  pthread_join (t, 0);
  return 0;
}
