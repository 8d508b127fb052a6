// RACE path: 23 28
// TINY
// WHY: the recorded user finds the object made; one that comes first makes it
// itself, and clears the counter that the maker sets without the lock

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *instance;
static int made;

static int *get (void) {
  int fresh = 0;
  pthread_mutex_lock (&lock);
  if (!instance) {
    instance = calloc (1, sizeof *instance);
    fresh = 1;
  }
  int *it = instance;
  pthread_mutex_unlock (&lock);
  if (fresh)
    made = 1;
  return it;
}

static void *first (void *a) {
  made = 0;
  get ();
  return a;
}

static void *second (void *a) {
  get ();
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
