// RACE: 16 26
// WHY: the flag that the reader looks at is zero before the worker clears it, as
// WHY: 'calloc' left it; the worker's clearing is the first access to it
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct item {
  long before, flag;
} *item;
static int data;

static void *worker (void *a) {
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  data = 1;
  pthread_mutex_lock (&m);
  item->flag = 0;
  pthread_mutex_unlock (&m);
  return a;
}
static void *reader (void *a) {
  pthread_mutex_lock (&m);
  long flag = item->flag;
  pthread_mutex_unlock (&m);
  if (!flag) data = 2;
  return a;
}

int main (void) {
  pthread_t one, two;
  item = calloc (1, sizeof *item);
  pthread_create (&one, NULL, worker, NULL);
  pthread_create (&two, NULL, reader, NULL);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  free (item);
  return 0;
}
