// CONSEQUENCE: hang
// WHY: the notification comes between the look at the flag and the wait

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

void *one (void *a) {
  ready = 1;
  pthread_cond_broadcast (&changed);
  return a;
}

void *two (void *a) {
  if (!ready) {
    pthread_mutex_lock (&lock);
    pthread_cond_wait (&changed, &lock);
    pthread_mutex_unlock (&lock);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
