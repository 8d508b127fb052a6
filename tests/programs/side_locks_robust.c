// RACE-FREE
// TINY
// WHY: on the side the lock tells that its owner died, and is not just taken

#include <pthread.h>
#include <stdatomic.h>

static atomic_int died;
static pthread_mutex_t lock;
static int data;

static void *use (void *a) {
  if (atomic_load (&died) && !pthread_mutex_lock (&lock)) {
    data = 1;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *die (void *a) {
  pthread_mutex_lock (&lock);
  return a;
}

static void *tell (void *a) {
  pthread_t t;
  pthread_create (&t, 0, die, 0);
  pthread_join (t, 0);
  atomic_store (&died, 1);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_mutexattr_t robust;
  pthread_mutexattr_init (&robust);
  pthread_mutexattr_setrobust (&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&lock, &robust);
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, tell, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
