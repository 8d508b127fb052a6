// RACE schedule: 16 23
// WHY: a wait whose deadline is over when it begins ends before the signal

#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *waits (void *argument) {
  pthread_mutex_lock (&lock);
  if (!ready)
    pthread_cond_timedwait (&changed, &lock, &(struct timespec){1, 0});
  pthread_mutex_unlock (&lock);
  data++;
  return argument;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, waits, NULL);
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  pthread_join (t, NULL);
  return data > 2;
}
