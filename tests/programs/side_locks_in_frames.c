// RACE-FREE
// WHY: on the side the frame that has the lock has returned

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int over;
static pthread_mutex_t *_Atomic lock;
static int data;

static void *use (void *a) {
  pthread_mutex_t *own = atomic_load (&lock);
  if (own && atomic_load (&over)) {
    pthread_mutex_lock (own);
    data = 1;
    pthread_mutex_unlock (own);
  }
  return a;
}

__attribute__ ((noinline)) static void lend (void) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&own);
  pthread_mutex_unlock (&own);
  atomic_store (&lock, &own);
  usleep (500000); // until the other thread has looked, on slow machines too
}

static void *lender (void *a) {
  lend ();
  atomic_store (&over, 1);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, lender, 0);
  usleep (10000);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
