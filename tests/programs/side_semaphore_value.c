// RACE-FREE
// WHY: sem_getvalue wrote what the side reads; no record tells

#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int data, ready, q;

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
    if (q)
      return a;
    data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  sem_init (&s, 0, 4);
  sem_getvalue (&s, &q);
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
