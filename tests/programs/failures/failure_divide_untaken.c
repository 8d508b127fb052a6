// FAILURE: arithmetic 20
// WHY: the run does not divide at all: the other thread says when to, and has set the divisor to 0 by then

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned ready, parts = 3, share;

static void *divide (void *a) {
  pthread_mutex_lock (&lock);
  unsigned now = ready;
  pthread_mutex_unlock (&lock);
  if (now) {
    pthread_mutex_lock (&lock);
    unsigned n = parts;
    pthread_mutex_unlock (&lock);
    pthread_mutex_lock (&lock);
    share = n;
    if (n < 3)
      share = 90 % n;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *prepare (void *a) {
  pthread_mutex_lock (&lock);
  parts = 0;
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, divide, 0);
  pthread_create (&t[1], 0, prepare, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
