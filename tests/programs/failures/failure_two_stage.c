// FAILURE: abort 30
// WHY: two values that belong together are written in two sections of two locks; a reader between them exits with a status

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;
static int data, copy;

static void *write_both (void *a) {
  pthread_mutex_lock (&one);
  data = 1;
  pthread_mutex_unlock (&one);
  pthread_mutex_lock (&two);
  copy = data + 1;
  pthread_mutex_unlock (&two);
  return a;
}

static void *read_both (void *a) {
  pthread_mutex_lock (&one);
  int x = data;
  pthread_mutex_unlock (&one);
  if (!x)
    return a;
  pthread_mutex_lock (&two);
  int y = copy;
  if (y != x + 1)
    exit (3);
  pthread_mutex_unlock (&two);
  return a;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, write_both, 0);
  pthread_create (&b, 0, read_both, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
