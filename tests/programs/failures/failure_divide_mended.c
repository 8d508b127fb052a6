// WHY: the count is looked at in the section in which it divides; and divisors that are never 0: with a bit that is set, an updated count that only grows, a guard behind the section, a float

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum = 40, count = 4, average;
static unsigned size = 8, bits, uses = 1;
static double weight = 2, scaled;

static void *report (void *a) {
  pthread_mutex_lock (&lock);
  if (count != 0)
    average = sum / count;
  average += (long)(7 % size) + (long)(7 / (bits | 1)) + (long)(7 % uses);
  scaled = 8 / weight;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  long now = count;
  pthread_mutex_unlock (&lock);
  if (now)
    average += 100 / now;
  return a;
}

static void *reset (void *a) {
  pthread_mutex_lock (&lock);
  sum = 0;
  count = 0;
  size *= 2;
  bits = 0;
  uses++;
  weight = 0;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, report, 0);
  pthread_create (&t[1], 0, reset, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
