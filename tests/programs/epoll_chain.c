// RACE-FREE
// WHY: what one epoll announces is passed on to another one by an event counter

#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int x, ends[2], counter, first, second;

void *begin (void *a) {
  x = 1;
  return write (ends[1], "a", 1) == 1 ? a : 0;
}

void *pass_on (void *a) {
  struct epoll_event e;
  char c;
  uint64_t one = 1;
  if (epoll_wait (first, &e, 1, -1) != 1 || e.data.u64 != 5 ||
      read (ends[0], &c, 1) != 1)
    return 0;
  return write (counter, &one, sizeof one) == sizeof one ? a : 0;
}

int main (void) {
  pthread_t t, u;
  struct epoll_event e = {.events = EPOLLIN, .data.u64 = 5};
  first = epoll_create1 (0);
  second = epoll_create1 (0);
  counter = eventfd (0, 0);
  if (pipe (ends) || epoll_ctl (first, EPOLL_CTL_ADD, ends[0], &e))
    return 1;
  e.data.u64 = 6;
  if (epoll_ctl (second, EPOLL_CTL_ADD, counter, &e))
    return 1;
  pthread_create (&t, 0, begin, 0);
  pthread_create (&u, 0, pass_on, 0);
  if (epoll_wait (second, &e, 1, -1) == 1 && e.data.u64 == 6)
    x = 2;
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 2;
}
