// RACE-FREE
// WHY: of two that are ready a wait for one event gives the second only behind a wait that got the first

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int x, first[2], second[2], events;

void *take (void *a) {
  struct epoll_event e;
  x = 1;
  if (epoll_wait (events, &e, 1, -1) != 1)
    x = 3;
  return a;
}

void *look (void *a) {
  struct epoll_event e;
  usleep (30000);
  if (epoll_wait (events, &e, 1, 0) == 1 && e.data.u64 == 2)
    x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  struct epoll_event e = {.events = EPOLLIN, .data.u64 = 1};
  events = epoll_create1 (0);
  if (pipe (first) || write (first[1], "a", 1) != 1 || pipe (second) ||
      write (second[1], "a", 1) != 1 ||
      epoll_ctl (events, EPOLL_CTL_ADD, first[0], &e))
    return 1;
  e.data.u64 = 2;
  if (epoll_ctl (events, EPOLL_CTL_ADD, second[0], &e))
    return 1;
  pthread_create (&t, 0, take, 0);
  pthread_create (&u, 0, look, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
