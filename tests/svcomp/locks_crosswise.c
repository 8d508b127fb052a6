// SAFE
// The locks are taken crosswise, so that the program may stop; nothing races.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *work (void *unused) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  data++;
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  data++;
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  pthread_join (t, 0);
}
