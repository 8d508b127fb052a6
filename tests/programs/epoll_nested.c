// RACE-FREE
// WHY: an epoll descriptor that another one watches announces what it watches itself

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int x, y, ends[2], late[2], inner, outer;

void *work (void *a) {
  struct epoll_event e = {.events = EPOLLIN, .data.u64 = 2};
  x = 1;
  (void)!write (ends[1], "a", 1);
  while (epoll_wait (inner, &e, 1, 0) == 1 && e.data.u64 != 3)
    usleep (1000);
  y = 1;
  e.data.u64 = 2;
  epoll_ctl (inner, EPOLL_CTL_ADD, late[0], &e);
  return a;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN, .data.u64 = 1};
  char c;
  inner = epoll_create1 (0);
  outer = epoll_create1 (0);
  if (pipe (ends) || pipe (late) || write (late[1], "b", 1) != 1 ||
      epoll_ctl (inner, EPOLL_CTL_ADD, ends[0], &e) ||
      epoll_ctl (outer, EPOLL_CTL_ADD, inner, &e))
    return 1;
  pthread_create (&t, 0, work, 0);
  if (epoll_wait (outer, &e, 1, -1) == 1)
    x = 2;
  (void)!read (ends[0], &c, 1);
  if (epoll_wait (outer, &e, 1, -1) == 1)
    y = 2;
  pthread_join (t, 0);
  return x != 2;
}
