// RACE-FREE
// WHY: waits with deadlines an hour away, which no run is to wait for

#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int data, ready;

static void add (void) {
  pthread_mutex_lock (&m);
  data++;
  pthread_mutex_unlock (&m);
}

static void *signals (void *a) {
  pthread_mutex_lock (&m);
  ready = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  add ();
  return a;
}

static void *waits (void *a) {
  struct timespec end;
  clock_gettime (CLOCK_REALTIME, &end);
  end.tv_sec += 3600;
  pthread_mutex_lock (&m);
  while (!ready)
    if (pthread_cond_timedwait (&c, &m, &end))
      break;
  data++;
  pthread_mutex_unlock (&m);
  if (!pthread_mutex_timedlock (&m, &end)) {
    data++;
    pthread_mutex_unlock (&m);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, signals, NULL);
  pthread_create (&u, NULL, waits, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
