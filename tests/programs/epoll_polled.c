// RACE-FREE
// WHY: poll and select of epoll descriptors find them ready only behind the calls of
// epoll_ctl that add what is ready

#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

int x, y, ends[2], first, second;

void *adds (void *a) {
  struct epoll_event event = {.events = EPOLLIN};
  x = 1;
  epoll_ctl (first, EPOLL_CTL_ADD, ends[0], &event);
  y = 1;
  epoll_ctl (second, EPOLL_CTL_ADD, ends[0], &event);
  return a;
}

void *waits (void *a) {
  struct pollfd p = {first, POLLIN, 0};
  fd_set in;
  if (poll (&p, 1, -1) == 1)
    x = 2;
  FD_ZERO (&in);
  FD_SET (second, &in);
  if (select (second + 1, &in, 0, 0, 0) == 1)
    y = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  first = epoll_create1 (0);
  second = epoll_create1 (0);
  if (pipe (ends) || write (ends[1], "a", 1) != 1)
    return 1;
  pthread_create (&u, 0, waits, 0);
  pthread_create (&t, 0, adds, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
