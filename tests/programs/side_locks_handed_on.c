// RACE path: 25 36
// WHY: whoever has used a lock that another thread initialised may use it on sides; it is destroyed behind all joins

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int there;
static pthread_mutex_t lock;
static int data, ready;

static void *initialise (void *a) {
  pthread_mutex_init (&lock, 0);
  atomic_store (&there, 1);
  return a;
}

static void *use (void *a) {
  while (!atomic_load (&there))
    sched_yield ();
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    data = 1;
    pthread_mutex_lock (&lock);
    ready = 2;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *publish (void *a) {
  while (!atomic_load (&there))
    sched_yield ();
  data = 2;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[3];
  pthread_create (t, 0, initialise, 0);
  pthread_create (t + 1, 0, publish, 0);
  pthread_create (t + 2, 0, use, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  pthread_mutex_destroy (&lock);
}
