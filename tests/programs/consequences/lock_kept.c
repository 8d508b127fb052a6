// CONSEQUENCE: hang
// WHY: a lock is released only if the flag is seen

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int release;

void *one (void *a) {
  release = 1;
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&lock);
  if (release)
    pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_mutex_lock (&lock);
}
