// FAILURE: arithmetic 18
// WHY: the count is looked at in one section and divides in the next one; the other thread resets it in between

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum = 40, count = 4, average;

static void *report (void *a) {
  pthread_mutex_lock (&lock);
  long some = count;
  pthread_mutex_unlock (&lock);
  if (some == 0)
    return a;
  pthread_mutex_lock (&lock);
  long now = count, all = sum;
  pthread_mutex_unlock (&lock);
  average = all / now;
  return a;
}

static void *reset (void *a) {
  pthread_mutex_lock (&lock);
  sum = 0;
  count = 0;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, report, 0);
  pthread_create (&t[1], 0, reset, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return average == 11;
}
