// RACE-FREE
// TINY
// WHY: a reload fills the one that is not current before it swaps; which one a
// request uses is the index that it reads under the lock

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit[2] = {10, 0};
static int current;

static void *reload (void *a) {
  limit[1] = 20;
  pthread_mutex_lock (&lock);
  current = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *request (void *a) {
  pthread_mutex_lock (&lock);
  int mine = current;
  pthread_mutex_unlock (&lock);
  limit[mine]++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, reload, 0);
  pthread_create (&u, 0, request, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
