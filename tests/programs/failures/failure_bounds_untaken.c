// FAILURE: bounds 19
// WHY: the run takes the other side: the index that a path computes from what the other thread has written is in front of the table

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, at = 3, seen;

static void *look (void *a) {
  int *table = a;
  pthread_mutex_lock (&lock);
  int now = ready;
  pthread_mutex_unlock (&lock);
  if (now) {
    pthread_mutex_lock (&lock);
    int i = at - 4;
    pthread_mutex_unlock (&lock);
    seen = table[i];
  }
  return a;
}

static void *prepare (void *a) {
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  int *table = calloc (8, sizeof *table);
  pthread_create (&t[0], 0, look, table);
  pthread_create (&t[1], 0, prepare, table);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  free (table);
  return 0;
}
