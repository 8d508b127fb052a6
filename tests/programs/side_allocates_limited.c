// RACE beyond: 15 28
// TINY
// WHY: programs that limit their memory may have none for the side

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static _Atomic (int *) made;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    made = malloc (4);
    data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  struct rlimit most;
  getrlimit (RLIMIT_AS, &most);
  setrlimit (RLIMIT_AS, &most);
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
