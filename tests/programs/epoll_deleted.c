// RACE-FREE
// WHY: a wait finds nothing only behind the call that has deleted what is ready

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int x, ends[2], events;

void *work (void *a) {
  x = 1;
  epoll_ctl (events, EPOLL_CTL_DEL, ends[0], 0);
  return a;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN};
  events = epoll_create1 (0);
  if (pipe (ends) || write (ends[1], "a", 1) != 1 ||
      epoll_ctl (events, EPOLL_CTL_ADD, ends[0], &e))
    return 1;
  pthread_create (&t, 0, work, 0);
  usleep (30000);
  if (epoll_wait (events, &e, 1, 0) == 0)
    x = 2;
  pthread_join (t, 0);
  return 0;
}
