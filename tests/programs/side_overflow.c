// RACE path: 24 40
// RACE path: 26 41
// RACE path: 28 42
// RACE path: 30 43
// WHY: whether an addition or a subtraction overflowed follows from what a read returns

#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b, c, d, e, number = INT_MIN;

static int read_number (void) {
  pthread_mutex_lock (&lock);
  int n = number;
  pthread_mutex_unlock (&lock);
  return n;
}

static void *use (void *arg) {
  int r, n = read_number ();
  unsigned u;
  if (__builtin_sadd_overflow (n, -1, &r))
    a = 1;
  if (__builtin_ssub_overflow (n, 2, &r))
    b = 1;
  if (__builtin_uadd_overflow ((unsigned)n, 0x80000000u, &u))
    c = 1;
  if (__builtin_usub_overflow (3u, (unsigned)n, &u))
    d = 1;
  if (__builtin_ssub_overflow (-1, n, &r))
    e = 1;
  return arg;
}

static void *change (void *arg) {
  pthread_mutex_lock (&lock);
  number = 1;
  pthread_mutex_unlock (&lock);
  a = 2;
  b = 2;
  c = 2;
  d = 2;
  e = 2;
  return arg;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, change, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
