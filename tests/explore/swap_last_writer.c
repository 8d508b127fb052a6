// RACE: 18 24
// RACE: 18 25
// RACE swap: 14 19
// WHY: who writes last is a race; that the first thread does lets the other
// WHY: one come where both write.

#include <pthread.h>

// Compilers may conclude what was just written.
volatile int who;
int y;

__attribute__ ((noinline)) void mine (void) {
  y = 1;
}

void *first (void *a) {
  who = 1;
  y = 2;
  return a;
}

void *second (void *a) {
  who = 2;
  if (who == 1)
    mine ();
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
