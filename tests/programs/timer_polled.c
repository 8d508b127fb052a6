// RACE-FREE
// WHY: a wait for a timer ends behind the call that sets it

#include <poll.h>
#include <pthread.h>
#include <sys/timerfd.h>

int x, timer;

void *sets (void *a) {
  struct itimerspec soon = {.it_value.tv_nsec = 1000000};
  x = 1;
  timerfd_settime (timer, 0, &soon, NULL);
  return a;
}

int main (void) {
  pthread_t t;
  timer = timerfd_create (CLOCK_MONOTONIC, 0);
  pthread_create (&t, NULL, sets, NULL);
  struct pollfd p = {timer, POLLIN, 0};
  poll (&p, 1, -1);
  x = 2;
  pthread_join (t, NULL);
}
