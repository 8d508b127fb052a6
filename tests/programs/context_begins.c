// RACE-FREE
// WHY: a thread begins a context that the first thread has made, and the first one ends it behind the join

#include <pthread.h>
#include <ucontext.h>

enum { STACK = 65536 };

ucontext_t context, rest[2];
char stack[STACK];
int result;

void work (void) {
  int own = 1;
  int *p = &own;
  swapcontext (&context, &rest[1]);
  result = ++*p;
  setcontext (&rest[0]);
}

void *begin (void *a) {
  swapcontext (&rest[1], &context);
  result = 1;
  return a;
}

int main (void) {
  pthread_t t;
  getcontext (&context);
  context.uc_stack.ss_sp = stack;
  context.uc_stack.ss_size = STACK;
  makecontext (&context, work, 0);
  pthread_create (&t, 0, begin, 0);
  pthread_join (t, 0);
  swapcontext (&rest[0], &context);
  return result != 2;
}
