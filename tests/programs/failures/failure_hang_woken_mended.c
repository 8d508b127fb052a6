// RACE-FREE
// WHY: every change wakes all, of whom each looks again; the run waits nowhere

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int filled;

static void *put (void *a) {
  pthread_mutex_lock (&lock);
  while (filled)
    pthread_cond_wait (&changed, &lock);
  filled = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  while (!filled)
    pthread_cond_wait (&changed, &lock);
  filled = 0;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[6];
  for (int i = 0; i < 6; i++)
    pthread_create (&t[i], 0, i % 2 ? take : put, 0);
  for (int i = 0; i < 6; i++)
    pthread_join (t[i], 0);
  return 0;
}
