// FAILURE: arithmetic 15
// FLAGS: -fsanitize=signed-integer-overflow -fsanitize-trap=all
// WHY: built to trap where a sum overflows

#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level = 5, step = 1, top;

static void *raise_level (void *a) {
  pthread_mutex_lock (&lock);
  int now = level, by = step;
  pthread_mutex_unlock (&lock);
  top = now + by;
  return a;
}

static void *set (void *a) {
  pthread_mutex_lock (&lock);
  level = INT_MAX - 3;
  step = 4;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, raise_level, 0);
  pthread_create (&t[1], 0, set, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
