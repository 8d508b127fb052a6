// RACE-FREE
// TINY
// WHY: realloc moves what is seen

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 7;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  int *kept = malloc (sizeof *kept);
  *kept = seen;
  kept = realloc (kept, 100000);
  int full = *kept == 7;
  free (kept);
  if (full)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
