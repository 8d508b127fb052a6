// FAILURE: deadlock
// Two locks in two orders.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *forth (void *unused) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  count++;
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return unused;
}

static void *back (void *unused) {
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  count--;
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, forth, 0);
  pthread_create (&t[1], 0, back, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
