// RACE-FREE
// TINY
// WHY: what was read is a variadic argument before it decides

#include <pthread.h>
#include <stdarg.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level;

__attribute__ ((noinline)) static int last (int count, ...) {
  va_list list;
  int n = 0;
  va_start (list, count);
  while (count--)
    n = va_arg (list, int);
  va_end (list);
  return n;
}

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  if (last (2, 0, seen))
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
