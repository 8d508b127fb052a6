// RACE-FREE
// WHY: a wait finds what another thread adds, arms again, and no longer what it deletes

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int x, y, z, ends[2], events, armed[2];

void *work (void *a) {
  struct epoll_event e = {.events = EPOLLIN | EPOLLONESHOT};
  x = 1;
  epoll_ctl (events, EPOLL_CTL_ADD, ends[0], &e);
  (void)!read (armed[0], &(char){0}, 1);
  y = 1;
  epoll_ctl (events, EPOLL_CTL_MOD, ends[0], &e);
  (void)!read (armed[0], &(char){0}, 1);
  epoll_ctl (events, EPOLL_CTL_MOD, ends[0], &e);
  z = 1;
  epoll_ctl (events, EPOLL_CTL_DEL, ends[0], 0);
  return a;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {0};
  events = epoll_create1 (0);
  if (pipe (ends) || pipe (armed) || write (ends[1], "a", 1) != 1)
    return 1;
  pthread_create (&t, 0, work, 0);
  if (epoll_wait (events, &e, 1, -1) == 1)
    x = 2;
  (void)!write (armed[1], "a", 1);
  if (epoll_wait (events, &e, 1, -1) == 1)
    y = 2;
  (void)!write (armed[1], "a", 1);
  usleep (30000);
  // Armed by then, so that nothing is there only behind the deletion.
  if (epoll_ctl (events, EPOLL_CTL_MOD, ends[0], &(struct epoll_event){.events = EPOLLIN}))
    z = 2;
  pthread_join (t, 0);
  return x != 2 || y != 2;
}
