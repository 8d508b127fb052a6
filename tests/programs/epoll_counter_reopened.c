// RACE-FREE
// WHY: two numbers of one event counter, of which the first one then stands for another counter

#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int x, counter, again, events;

void *work (void *a) {
  uint64_t one = 1;
  x = 1;
  return write (again, &one, sizeof one) == sizeof one ? a : 0;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN};
  events = epoll_create1 (0);
  counter = eventfd (0, 0);
  again = dup (counter);
  if (epoll_ctl (events, EPOLL_CTL_ADD, counter, &e))
    return 1;
  close (counter);
  if (eventfd (0, 0) != counter || epoll_ctl (events, EPOLL_CTL_ADD, counter, &e))
    return 1;
  pthread_create (&t, 0, work, 0);
  if (epoll_wait (events, &e, 1, -1) == 1)
    x = 2;
  pthread_join (t, 0);
  return x != 2;
}
