// RACE-FREE
// WHY: a generator on a stack of its own, on one thread; a second thread takes over behind a join

#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 65536 };

ucontext_t caller, generator;
int value, done;

void yield (int *p) {
  value = *p;
  swapcontext (&generator, &caller);
}

void squares (int first, int last) {
  for (int i = first; i <= last; i++) {
    int square = i * i;
    yield (&square);
  }
  done = 1;
}

int sum (void) {
  int all = 0;
  for (;;) {
    swapcontext (&caller, &generator);
    if (done)
      return all;
    all += value;
  }
}

void *work (void *stack) {
  getcontext (&generator);
  generator.uc_stack.ss_sp = stack;
  generator.uc_stack.ss_size = STACK;
  generator.uc_link = &caller;
  makecontext (&generator, (void (*) (void))squares, 2, 1, 4);
  done = 0;
  return sum () == 30 ? NULL : stack;
}

int main (void) {
  pthread_t t;
  void *failed, *stack = malloc (STACK);
  pthread_create (&t, 0, work, stack);
  pthread_join (t, &failed);
  if (failed || work (stack))
    return 1;
  free (stack);
  return 0;
}
