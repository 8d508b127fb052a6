// RACE-FREE
// WHY: a thread closes what epoll, an event counter or a message has announced

#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int poller, ends[2], counter, first[2];

static void *work (void *a) {
  struct epoll_event e;
  uint64_t n;
  if (epoll_wait (poller, &e, 1, -1) == 1)
    close (e.data.fd);
  if (read (counter, &n, sizeof n) == sizeof n)
    close (first[0]);
  return a;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN};
  uint64_t one = 1;
  if (pipe (ends) || pipe (first)) return 1;
  poller = epoll_create1 (0);
  counter = eventfd (0, 0);
  pthread_create (&t, 0, work, 0);
  (void)!write (ends[1], "x", 1);
  e.data.fd = ends[0];
  epoll_ctl (poller, EPOLL_CTL_ADD, ends[0], &e);
  (void)!write (first[1], "x", 1);
  (void)!read (first[0], &(char){0}, 1);
  (void)!write (counter, &one, sizeof one);
  pthread_join (t, 0);
  close (poller);
}
