// FAILURE: assertion "count == before + 1"
// One of the threads takes another lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static volatile int count;

static void *right (void *unused) {
  pthread_mutex_lock (&lock);
  int before = count;
  count++;
  assert (count == before + 1);
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *wrong (void *unused) {
  pthread_mutex_lock (&other);
  count = 17;
  pthread_mutex_unlock (&other);
  return unused;
}

int main (void) {
  pthread_t t[3];
  pthread_create (&t[0], 0, right, 0);
  pthread_create (&t[1], 0, right, 0);
  pthread_create (&t[2], 0, wrong, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
