// RACE-FREE
// WHY: a wait finds nothing only behind the one that took the edge, which shows the byte once

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int x, ends[2], events;

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
  if (epoll_wait (events, &e, 1, 0) == 0)
    x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  struct epoll_event e = {.events = EPOLLIN | EPOLLET};
  events = epoll_create1 (0);
  if (events < 0 || pipe (ends) || write (ends[1], "a", 1) != 1 ||
      epoll_ctl (events, EPOLL_CTL_ADD, ends[0], &e))
    return 2;
  pthread_create (&t, 0, take, 0);
  pthread_create (&u, 0, look, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
