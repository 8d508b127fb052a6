// RACE: 22 27
// WHY: a variable on the stack of a fibre, which another thread writes while the fibre does

#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 65536 };

ucontext_t fibre, scheduler;
int *shown;
pthread_t t;
void *work_of_other (void *a);

void work (void) {
  int own = 0;
  shown = &own;
  swapcontext (&fibre, &scheduler);
  pthread_create (&t, 0, work_of_other, 0);
  // the fibre goes on on the thread that began it
  swapcontext (&fibre, &scheduler);
  own = 1;
  pthread_join (t, 0);
}

void *work_of_other (void *a) {
  *shown = 2;
  return a;
}

int main (void) {
  getcontext (&fibre);
  fibre.uc_stack.ss_sp = malloc (STACK);
  fibre.uc_stack.ss_size = STACK;
  fibre.uc_link = &scheduler;
  makecontext (&fibre, work, 0);
  for (int i = 0; i < 3; i++)
    swapcontext (&scheduler, &fibre);
  free (fibre.uc_stack.ss_sp);
  return 0;
}
