// FAILURE: assertion "phase == 2"
// The second phase may come first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;
static int phase;

static void *first (void *unused) {
  pthread_mutex_lock (&x);
  phase = 1;
  pthread_mutex_unlock (&x);
  return unused;
}

static void *second (void *unused) {
  pthread_mutex_lock (&x);
  if (phase == 1)
    phase = 2;
  pthread_mutex_unlock (&x);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  assert (phase == 2);
  return 0;
}
