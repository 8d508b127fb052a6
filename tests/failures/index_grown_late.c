// FAILURE: assertion "at < size"
// The index grows before the array does.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int size = 1, last;

static void *grow (void *unused) {
  pthread_mutex_lock (&lock);
  last++;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  size++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *use (void *unused) {
  pthread_mutex_lock (&lock);
  int at = last;
  assert (at < size);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, grow, 0);
  pthread_create (&t[1], 0, use, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
