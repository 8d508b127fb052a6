// RACE: 19 19
// WHY: two fibres end on two threads, and both write the result; each began on the first thread

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK = 65536 };

ucontext_t contexts[2], begin[2], rest[2];
int result;

void work (unsigned number) {
  int own = 1;
  int *p = &own;
  swapcontext (&contexts[number], &begin[number]);
  *p += (int)number;
  result = *p;
  setcontext (&rest[number]);
}

void *finish (void *number) {
  swapcontext (&rest[(long)number], &contexts[(long)number]);
  return 0;
}

int main (void) {
  pthread_t t;
  for (unsigned i = 0; i < 2; i++) {
    getcontext (&contexts[i]);
    contexts[i].uc_stack.ss_sp = mmap (0, STACK, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    contexts[i].uc_stack.ss_size = STACK;
    makecontext (&contexts[i], (void (*) (void))work, 1, i);
    swapcontext (&begin[i], &contexts[i]);
  }
  pthread_create (&t, 0, finish, (void *)1);
  finish (0);
  pthread_join (t, 0);
  return 0;
}
