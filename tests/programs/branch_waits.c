// RACE-FREE
// TINY
// WHY: the side that is not taken waits for the other thread

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static sem_t done;
static atomic_int ready;

static void *publish (void *a) {
  data = 1;
  atomic_store (&ready, 1);
  sem_post (&done);
  return a;
}

static void *use (void *a) {
  if (!atomic_load (&ready))
    sem_wait (&done);
  data = 2;
  return a;
}

int main (void) {
  sem_init (&done, 0, 0);
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
