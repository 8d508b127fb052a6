// RACE: 13 32
// WHY: an epoll that announces one event counter does not come behind another one that it does not watch

#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int x, a, b;

void *work (void *p) {
  x = 1;
  uint64_t one = 1;
  return write (a, &one, sizeof one) == sizeof one ? p : 0;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLIN};
  uint64_t one = 1;
  int events = epoll_create1 (0);
  a = eventfd (0, 0);
  b = eventfd (0, 0);
  if (epoll_ctl (events, EPOLL_CTL_ADD, b, &e))
    return 1;
  pthread_create (&t, 0, work, 0);
  usleep (30000);
  if (write (b, &one, sizeof one) != sizeof one ||
      epoll_wait (events, &e, 1, -1) != 1 || read (b, &one, sizeof one) != sizeof one)
    return 1;
  x = 2;
  pthread_join (t, 0);
  return 0;
}
