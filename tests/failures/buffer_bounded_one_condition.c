// FAILURE: deadlock
// Producers and consumers wait for one condition, and one of them is woken: a
// wake-up goes to the wrong one.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int filled;

static void *put (void *unused) {
  pthread_mutex_lock (&lock);
  while (filled)
    pthread_cond_wait (&changed, &lock);
  filled = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *take (void *unused) {
  pthread_mutex_lock (&lock);
  while (!filled)
    pthread_cond_wait (&changed, &lock);
  filled = 0;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[6];
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], 0, put, 0);
  for (int i = 3; i < 6; i++)
    pthread_create (&t[i], 0, take, 0);
  for (int i = 0; i < 6; i++)
    pthread_join (t[i], 0);
  return 0;
}
