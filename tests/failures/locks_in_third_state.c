// FAILURE: deadlock
// The second order of the locks is taken only in one state of a shared value.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *both (void *unused) {
  pthread_mutex_lock (&m);
  a++;
  pthread_mutex_lock (&n);
  b++;
  pthread_mutex_unlock (&n);
  a--;
  pthread_mutex_unlock (&m);
  return unused;
}

static void *either (void *unused) {
  pthread_mutex_lock (&n);
  int changed = b;
  if (!changed)
    pthread_mutex_lock (&m);
  b += 2;
  if (!changed)
    pthread_mutex_unlock (&m);
  pthread_mutex_unlock (&n);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, both, 0);
  pthread_create (&t[1], 0, either, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
