// RACE schedule: 26 38
// WHY: a timed lock that fails in the middle of the other thread's outer section

#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int data;

static struct timespec soon (void) {
  struct timespec end;
  clock_gettime (CLOCK_REALTIME, &end);
  end.tv_nsec += 250000000;
  end.tv_sec += end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  return end;
}

static void *one (void *argument) {
  struct timespec end = soon ();
  pthread_mutex_lock (&a);
  int error = pthread_mutex_timedlock (&b, &end);
  if (!error)
    pthread_mutex_unlock (&b);
  data = 1;
  pthread_mutex_unlock (&a);
  return argument;
}

static void *other (void *argument) {
  struct timespec end = soon ();
  pthread_mutex_lock (&b);
  int error = pthread_mutex_timedlock (&a, &end);
  if (!error)
    pthread_mutex_unlock (&a);
  else
    data = 2;
  pthread_mutex_unlock (&b);
  return argument;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, one, NULL);
  pthread_create (&u, NULL, other, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
