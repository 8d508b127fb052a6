// RACE schedule: 15 32
// WHY: a wait for a condition whose time is over before the other thread signals

#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data, gave_up;

static void *fills (void *argument) {
  pthread_mutex_lock (&m);
  ready = 1;
  if (gave_up)
    data = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return argument;
}

static void *waits (void *argument) {
  struct timespec end;
  clock_gettime (CLOCK_REALTIME, &end);
  end.tv_nsec += 250000000;
  end.tv_sec += end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  pthread_mutex_lock (&m);
  gave_up = !ready && pthread_cond_timedwait (&c, &m, &end) && !ready;
  int late = gave_up;
  pthread_mutex_unlock (&m);
  if (late)
    data = 2;
  return argument;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&u, NULL, waits, NULL);
  pthread_create (&t, NULL, fills, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
