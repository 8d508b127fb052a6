// RACE-FREE
// WHY: a thread and its own handler do not race

#include <pthread.h>
#include <signal.h>

volatile sig_atomic_t seen;

void handle (int number) {
  seen = number;
}

int main (void) {
  signal (SIGUSR1, handle);
  seen = 0;
  raise (SIGUSR1);
  return seen != SIGUSR1;
}
