// RACE: 13 22
// WHY: a descriptor is given to epoll while another thread may have closed it

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int ends[2], poller;

static void *work (void *a) {
  struct epoll_event e = {.events = EPOLLIN};

  epoll_ctl (poller, EPOLL_CTL_ADD, ends[0], &e);
  return a;
}

int main (void) {
  pthread_t t;
  if (pipe (ends) || (poller = epoll_create1 (0)) < 0) return 1;
  pthread_create (&t, 0, work, 0);
  usleep (1000);
  close (ends[0]);
  pthread_join (t, 0);
  close (poller);
}
