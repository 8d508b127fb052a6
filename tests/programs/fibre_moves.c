// RACE-FREE
// WHY: switches in assembly that are announced by ThreadSanitizer's functions; the fibre goes on on another thread

#include "fibre_switch.h"
#include <pthread.h>

stack fibre, threads[2];
int which, sum;

void add (int n) {
  sum += n;
}

void pause_it (void) {
  go_to (&fibre, &threads[which]);
}

void work (void) {
  int own = 1;
  for (int *p = &own; *p < 5; ++*p) {
    add (*p);
    pause_it ();
  }
  for (;;)
    pause_it ();
}

void run (int number) {
  stack *s = threads + number;
  s->fiber = __tsan_get_current_fiber ();
  which = number;
  go_to (s, &fibre);
}

void *begin (void *a) {
  run (1);
  run (1);
  return a;
}

int main (void) {
  pthread_t t;
  make_stack (&fibre, work);
  __tsan_set_fiber_name (fibre.fiber, "sum");
  run (0);
  pthread_create (&t, 0, begin, 0);
  pthread_join (t, 0);
  run (0);
  __tsan_destroy_fiber (fibre.fiber);
  free (fibre.memory);
  return sum != 10;
}
