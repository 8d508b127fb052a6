// FAILURE: assertion 40
// WHY: many threads change a count under one lock, and one of them under another lock; who does so is one of twenty-one

#include <assert.h>
#include <pthread.h>

enum { THREADS = 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static volatile int count;

static void *enter_and_leave (void *a) {
  pthread_mutex_lock (&lock);
  count++;
  int seen = count;
  count = seen - 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *enter_otherwise (void *a) {
  pthread_mutex_lock (&other);
  count++;
  count--;
  pthread_mutex_unlock (&other);
  return a;
}

int main (void) {
  pthread_t t[THREADS], one;
  for (int i = 0; i < THREADS; i++)
    pthread_create (t + i, 0, enter_and_leave, 0);
  pthread_create (&one, 0, enter_otherwise, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  pthread_join (one, 0);
  pthread_mutex_lock (&lock);
  int left = count;
  pthread_mutex_unlock (&lock);
  assert (left == 0);
  return 0;
}
