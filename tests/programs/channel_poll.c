// RACE-FREE
// WHY: poll and epoll_wait return since another thread wrote

#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int ends[2], data;

void *writer (void *a) {
  data = 42;
  return write (ends[1], "x", 1) == 1 ? a : 0;
}

int main (void) {
  pthread_t t;
  if (pipe (ends))
    return 1;
  pthread_create (&t, 0, writer, 0);
  struct pollfd p = {ends[0], POLLIN, 0};
  poll (&p, 1, -1);
  data++;
  int e = epoll_create1 (0);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl (e, EPOLL_CTL_ADD, ends[0], &event);
  epoll_wait (e, &event, 1, -1);
  data++;
  pthread_join (t, 0);
  return data != 44;
}
