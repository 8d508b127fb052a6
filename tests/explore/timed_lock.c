// RACE schedule: 12 23
// WHY: a timed lock whose time is over before the other thread gives the lock back

#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, seen;

static void *writes (void *argument) {
  pthread_mutex_lock (&m);
  data = 1;
  pthread_mutex_unlock (&m);
  return argument;
}

static void *reads (void *argument) {
  (void)argument;
  struct timespec end;
  clock_gettime (CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  int error = pthread_mutex_timedlock (&m, &end);
  seen = data;
  if (!error)
    pthread_mutex_unlock (&m);
  return NULL;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, writes, NULL);
  pthread_create (&u, NULL, reads, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return seen > 1;
}
