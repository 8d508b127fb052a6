// RACE-FREE
// WHY: the branch is left in an earlier round than in the run: what counts the
// rounds has no phi node behind the loop, and is another

#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, started, cells[64];

static void *early (void *a) {
  pthread_mutex_lock (&lock);
  ready = !started;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *publish (void *a) {
  for (int i = 2; i < 12; i++)
    cells[i] = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  int i = 0, seen;
  do {
    i++;
    pthread_mutex_lock (&lock);
    started = 1;
    seen = ready;
    pthread_mutex_unlock (&lock);
    sched_yield ();
  } while (!seen);
  cells[i & 63] = 2;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&u, 0, use, 0);
  pthread_create (&v, 0, early, 0);
  pthread_create (&t, 0, publish, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
