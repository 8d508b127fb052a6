// RACE-FREE
// WHY: a wait finds room in a pair of sockets only behind the thread that has read from it

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int x, pair[2], events;
char bytes[4096];

void *work (void *a) {
  x = 1;
  while (recv (pair[1], bytes, sizeof bytes, MSG_DONTWAIT) > 0)
    ;
  return a;
}

int main (void) {
  pthread_t t;
  struct epoll_event e = {.events = EPOLLOUT};
  events = epoll_create1 (0);
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, pair) ||
      epoll_ctl (events, EPOLL_CTL_ADD, pair[0], &e))
    return 1;
  while (send (pair[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0)
    ;
  pthread_create (&t, 0, work, 0);
  if (epoll_wait (events, &e, 1, -1) == 1)
    x = 2;
  pthread_join (t, 0);
  return x != 2;
}
