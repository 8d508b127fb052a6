// RACE: 20 20
// WHY: two announced fibres on two threads write one variable; the first of them began on the other thread

#include "fibre_switch.h"
#include <pthread.h>

stack fibres[2], threads[2];
int result;

void leave (int fibre, int thread) {
  go_to (fibres + fibre, threads + thread);
}

void set (int number) {
  int own = number;
  int *p = &own;
  if (number)
    leave (1, 0);
  ++*p;
  result = *p;
  for (;;)
    leave (number, number);
}

void zero (void) {
  set (0);
}

void one (void) {
  set (1);
}

void *run (void *number) {
  int n = number != 0;
  threads[n].fiber = __tsan_get_current_fiber ();
  go_to (threads + n, fibres + n);
  return 0;
}

int main (void) {
  pthread_t t;
  make_stack (fibres, zero);
  make_stack (fibres + 1, one);
  threads[0].fiber = __tsan_get_current_fiber ();
  go_to (threads, fibres + 1);
  pthread_create (&t, 0, run, &result);
  run (0);
  pthread_join (t, 0);
  return 0;
}
