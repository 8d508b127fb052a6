// RACE-FREE
// TINY
// WHY: the side comes to the access only if the other thread has not claimed
// it, who does so before

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static atomic_int claimed;

static void *publish (void *a) {
  if (!atomic_exchange (&claimed, 1))
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
  if (!seen && !atomic_exchange (&claimed, 1))
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
