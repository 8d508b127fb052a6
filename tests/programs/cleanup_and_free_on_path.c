// RACE path: 18 41
// WHY: a path pushes a cleanup handler and frees a block, and goes on

#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared, data;
char *name;

static void give_back (void *lock) {
  pthread_mutex_unlock (lock);
}

void *one (void *a) {
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  data = 1;
  pthread_mutex_lock (&m);
  shared = 1;
  pthread_mutex_unlock (&m);
  return a;
}

__attribute__ ((noinline)) void forget (void) {
  pthread_mutex_lock (&m);
  pthread_cleanup_push (give_back, &m);
  free (name);
  name = NULL;
  pthread_cleanup_pop (1);
}

void *two (void *a) {
  pthread_mutex_lock (&m);
  int seen = shared;
  pthread_mutex_unlock (&m);
  if (!seen) {
    forget ();
    // The name is gone.
    if (!name)
      data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  name = malloc (10);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
