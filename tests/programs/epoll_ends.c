// RACE-FREE
// WHY: a wait finds that another thread has shut down, or closed, the other end, or rung by eventfd_write

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

int x, y, z, pair[2], ends[2], counter, events;

void *work (void *a) {
  x = 1;
  shutdown (pair[1], SHUT_WR);
  usleep (30000);
  y = 1;
  close (ends[1]);
  usleep (30000);
  z = 1;
  eventfd_write (counter, 1);
  return a;
}

static int wait_for (int fd) {
  struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};
  return epoll_ctl (events, EPOLL_CTL_ADD, fd, &e) == 0 &&
         epoll_wait (events, &e, 1, -1) == 1 && e.data.fd == fd &&
         epoll_ctl (events, EPOLL_CTL_DEL, fd, 0) == 0;
}

int main (void) {
  pthread_t t;
  events = epoll_create1 (0);
  counter = eventfd (0, 0);
  if (pipe (ends) || socketpair (AF_UNIX, SOCK_STREAM, 0, pair))
    return 1;
  pthread_create (&t, 0, work, 0);
  if (wait_for (pair[0]))
    x = 2;
  if (wait_for (ends[0]))
    y = 2;
  if (wait_for (counter))
    z = 2;
  pthread_join (t, 0);
  return x + y + z != 6;
}
