// RACE-FREE
// WHY: the worker may begin to wait, which it does not in the run, but a handler of signals starts it

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int started = 1;

static void at_alarm (int number) {
  (void)number;
  pthread_cond_broadcast (&changed);
}

static void *work (void *a) {
  pthread_mutex_lock (&lock);
  if (!started)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t;
  signal (SIGALRM, at_alarm);
  alarm (1);
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&lock);
  started = 0;
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  return 0;
}
