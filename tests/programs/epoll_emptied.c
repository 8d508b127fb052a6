// RACE-FREE
// WHY: a wait finds one of two, or none, only behind those that have read what was there

#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int x, y, ends[2], counter, events;

void *work (void *a) {
  uint64_t n;
  x = 1;
  (void)!read (ends[0], &(char){0}, 1);
  usleep (60000);
  y = 1;
  (void)!read (counter, &n, sizeof n);
  return a;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN, .data.u64 = 1}, found[2];
  events = epoll_create1 (0);
  counter = eventfd (1, 0);
  if (pipe (ends) || write (ends[1], "a", 1) != 1 ||
      epoll_ctl (events, EPOLL_CTL_ADD, ends[0], &e))
    return 1;
  e.data.u64 = 2;
  if (epoll_ctl (events, EPOLL_CTL_ADD, counter, &e))
    return 1;
  pthread_create (&t, 0, work, 0);
  usleep (30000);
  if (epoll_wait (events, found, 2, 0) == 1 && found->data.u64 == 2)
    x = 2;
  usleep (60000);
  if (epoll_wait (events, found, 2, 0) == 0)
    y = 2;
  pthread_join (t, 0);
  return 0;
}
