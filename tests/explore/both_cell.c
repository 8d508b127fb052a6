// RACE both: 22 30
// SYMBOLIC: stdin
// STDIN: 0
// WHY: the cell depends on the input and on how far the other thread is.

#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int base, ready, cells[8];

__attribute__ ((noinline)) int is_ready (void) {
  pthread_mutex_lock (&m);
  int is = ready;
  pthread_mutex_unlock (&m);
  return is;
}

void *first (void *a) {
  int i = base + 2 * is_ready ();
  if (i == 6)
    cells[6] = 1;
  return a;
}

void *second (void *a) {
  pthread_mutex_lock (&m);
  ready = 1;
  pthread_mutex_unlock (&m);
  cells[6] = 2;
  return a;
}

int main (void) {
  pthread_t t[2];
  base = getchar () - '0';
  if (base < 0 || base > 5)
    return 0;
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
