// RACE-FREE
// WHY: paths read what setjmp has written, in the run and on the path: the stack pointer is never 0

#include <pthread.h>
#include <setjmp.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared, data;
jmp_buf early, late;

__attribute__ ((noinline)) static int is_empty (jmp_buf b) {
#ifdef __aarch64__
  enum { STACK = 13 };
#else
  enum { STACK = 6 };
#endif
  const long *words = (const long *)b;
  return words[STACK] == 0;
}

void *one (void *a) {
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  data = 1;
  pthread_mutex_lock (&m);
  shared = 1;
  pthread_mutex_unlock (&m);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&m);
  int seen = shared;
  pthread_mutex_unlock (&m);
  if (!seen && is_empty (early))
    data = 2;
  if (!seen && !setjmp (late) && is_empty (late))
    data = 3;
  return a;
}

int main (void) {
  pthread_t t, u;
  if (setjmp (early))
    return 1;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
