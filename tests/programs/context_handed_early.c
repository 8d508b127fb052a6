// RACE: 22 33
// WHY: the fibre says that it may go on elsewhere before swapcontext has saved where

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 65536 };

ucontext_t fibre, scheduler, other;
atomic_int ready;
int value;

void work (void) {
  int own = 1;
  int *p = &own;
  value = 1;
  // too early: the next line still writes 'fibre'
  atomic_store_explicit (&ready, 1, memory_order_relaxed);
  swapcontext (&fibre, &scheduler);
  ++*p;
  setcontext (&other);
}

void *go_on (void *a) {
  // the recorded run has saved it by now
  for (int i = 0; i < 3 && !atomic_load_explicit (&ready, memory_order_relaxed);
       i++)
    sched_yield ();
  if (atomic_load_explicit (&ready, memory_order_relaxed))
    swapcontext (&other, &fibre);
  return a;
}

int main (void) {
  pthread_t t;
  getcontext (&fibre);
  fibre.uc_stack.ss_sp = malloc (STACK);
  fibre.uc_stack.ss_size = STACK;
  makecontext (&fibre, work, 0);
  pthread_create (&t, 0, go_on, 0);
  swapcontext (&scheduler, &fibre);
  pthread_join (t, 0);
  return 0;
}
