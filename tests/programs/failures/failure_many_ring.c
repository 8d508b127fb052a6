// FAILURE: assertion 30
// WHY: each thread of a ring takes the number of the one before it and passes on one more, whether that one had its turn or not

#include <assert.h>
#include <pthread.h>

enum { THREADS = 50 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number[THREADS];

static void *pass (void *a) {
  long own = (long)a, before = (own + THREADS - 1) % THREADS;
  pthread_mutex_lock (&lock);
  number[own] = number[before] + 1;
  pthread_mutex_unlock (&lock);
  return 0;
}

int main (void) {
  pthread_t t[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (t + i, 0, pass, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  int ascends = 1;
  for (int i = 1; i < THREADS; i++)
    if (number[i] != number[i - 1] + 1)
      ascends = 0;
  assert (ascends);
  return 0;
}
