// RACE-FREE
// TINY
// WHY: the side comes to the access only if what it has put there was taken
// away before it adds to it, behind the other access

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static atomic_int count;

static void *publish (void *a) {
  data = 1;
  atomic_fetch_add (&count, 4);
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
    atomic_store (&count, 1);
    if (atomic_fetch_add (&count, 1) == 5)
      data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
