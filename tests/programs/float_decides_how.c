// RACE-FREE
// TINY
// WHY: a number decides how the thread looks at what was read

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level = 1, other;
static double share = 0.25, limit = 0.1;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  data = 1;
  pthread_mutex_lock (&lock);
  level = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  int sign = 1;
  // Both sides lead to the same record.
  if (share * 2 > limit + 0.3)
    sign = -1;
  other = sign;
  if (sign * seen < -2)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
