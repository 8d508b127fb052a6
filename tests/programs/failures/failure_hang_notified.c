// RACE-FREE
// WHY: a timer's thread ends the wait whose signal may be lost

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void ring (union sigval v) {
  (void)v;
  pthread_mutex_lock (&lock);
  pthread_cond_broadcast (&filled);
  pthread_mutex_unlock (&lock);
}

static void *consume (void *a) {
  pthread_mutex_lock (&lock);
  pthread_cond_wait (&filled, &lock);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  struct sigevent how = {.sigev_notify = SIGEV_THREAD};
  struct itimerspec when = {.it_value = {1, 0}, .it_interval = {1, 0}};
  timer_t timer;
  pthread_t t;
  how.sigev_notify_function = ring;
  timer_create (CLOCK_MONOTONIC, &how, &timer);
  timer_settime (timer, 0, &when, NULL);
  pthread_create (&t, 0, consume, 0);
  usleep (10000);
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  return 0;
}
