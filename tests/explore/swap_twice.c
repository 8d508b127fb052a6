// RACE: 20 26
// RACE swap: 15 27
// RACE swap: 11 28
// WHY: behind one swapped race is another, behind that a third.

#include <pthread.h>

int a, b, c;

__attribute__ ((noinline)) void third (void) {
  c = 1;
}

__attribute__ ((noinline)) void behind (void) {
  if (b == 1)
    third ();
}

void *first (void *x) {
  if (a == 1)
    behind ();
  return x;
}

void *second (void *x) {
  a = 1;
  b = 1;
  c = 2;
  return x;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
