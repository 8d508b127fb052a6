// RACE-FREE
// WHY: a handler that does not return

#include <pthread.h>
#include <signal.h>
#include <setjmp.h>

sigjmp_buf back;
volatile int x;

void handle (int number) {
  x = number;
  siglongjmp (back, 1);
}

int main (void) {
  signal (SIGUSR1, handle);
  if (sigsetjmp (back, 1) == 0)
    raise (SIGUSR1);
  return x != SIGUSR1;
}
