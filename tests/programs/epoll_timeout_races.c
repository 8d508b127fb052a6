// RACE: 11 33
// WHY: a wait that finds nothing does not come behind what others send elsewhere, or add to their own epoll

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int x, ends[2], own[2], other;

void *work (void *a) {
  x = 1;
  struct epoll_event e = {.events = EPOLLIN};
  other = epoll_create1 (0);
  if (pipe (own) || epoll_ctl (other, EPOLL_CTL_ADD, own[0], &e) ||
      write (own[1], "a", 1) != 1 || epoll_wait (other, &e, 1, -1) != 1 ||
      read (own[0], &(char){0}, 1) != 1)
    return 0;
  return a;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN};
  int events = epoll_create1 (0);
  if (pipe (ends) || epoll_ctl (events, EPOLL_CTL_ADD, ends[0], &e))
    return 1;
  if (write (ends[1], "a", 1) != 1 || read (ends[0], &(char){0}, 1) != 1)
    return 1;
  pthread_create (&t, 0, work, 0);
  usleep (30000);
  if (epoll_wait (events, &e, 1, 10) != 0)
    return 1;
  x = 2;
  pthread_join (t, 0);
  return 0;
}
