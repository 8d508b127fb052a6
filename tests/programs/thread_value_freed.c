// RACE value: 21 39
// WHY: the free of a thread's own value as the thread ends keeps no value that it has read

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int count, data;

static void add (void) {
  pthread_mutex_lock (&m);
  count++;
  pthread_mutex_unlock (&m);
}

static void *writes (void *argument) {
  (void)argument;
  int *mine = malloc (sizeof *mine);
  pthread_setspecific (key, mine);
  data = 1;
  add ();
  return NULL;
}

static void *ends (void *argument) {
  (void)argument;
  pthread_setspecific (key, malloc (16));
  add ();
  return NULL;
}

int main (void) {
  pthread_t t, u;
  pthread_key_create (&key, free);
  pthread_create (&t, NULL, writes, NULL);
  pthread_create (&u, NULL, ends, NULL);
  pthread_join (u, NULL);
  data = 2;
  pthread_join (t, NULL);
  return 0;
}
