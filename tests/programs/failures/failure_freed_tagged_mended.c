// WHY: a thread frees a block and stores a new one, which may lie at the same address, with a mark above the pointer, in one section; the counter beside it is none

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t data; // 16 bits of a mark below the pointer
static int seen;
static long sections;

static uintptr_t make (void) {
  return (uintptr_t)calloc (2, sizeof (int)) << 16 | 5;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  sections++;
  seen = *(int *)(data >> 16);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *replace (void *a) {
  pthread_mutex_lock (&lock);
  free ((void *)(data >> 16));
  data = make ();
  sections++;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t a, b;
  data = make ();
  pthread_create (&a, 0, use, 0);
  pthread_create (&b, 0, replace, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  free ((void *)(data >> 16));
  return 0;
}
