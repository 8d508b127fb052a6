// RACE: 26 51
// RACE: 28 52
// RACE: 30 53
// RACE: 32 54
// RACE: 34 55
// WHY: what a thread asks for bytes or events is closed

#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

int ends[2], more[2], again[2], sv[2], poller;

static long use (long which) {
  struct pollfd p = {more[0], POLLIN, 0};
  struct epoll_event event;
  fd_set set;
  char byte;
  FD_ZERO (&set);
  FD_SET (again[0], &set);
  switch (which) {
  case 0:
    return read (ends[0], &byte, 1);
  case 1:
    return recv (sv[0], &byte, 1, MSG_DONTWAIT);
  case 2:
    return poll (&p, 1, 0);
  case 3:
    return select (again[0] + 1, &set, 0, 0, &(struct timeval){0});
  default:
    return epoll_wait (poller, &event, 1, 0);
  }
}

static void *work (void *a) {
  return (void *)use ((long)a);
}

int main (void) {
  pthread_t t[5];
  if (pipe (ends) || pipe (more) || pipe (again) ||
      socketpair (AF_UNIX, SOCK_STREAM, 0, sv) || write (ends[1], "x", 1) != 1)
    return 1;
  poller = epoll_create1 (0);
  for (long i = 0; i < 5; i++)
    pthread_create (t + i, 0, work, (void *)i);
  usleep (1000);
  close (ends[0]);
  close (sv[0]);
  close (more[0]);
  close (again[0]);
  close (poller);
  for (int i = 0; i < 5; i++)
    pthread_join (t[i], 0);
}
