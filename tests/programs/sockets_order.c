// RACE-FREE
// WHY: a wait with a time in nanoseconds, an address that another socket had, and the
// other end of a FIFO order threads

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int b, c, d, pair[2], events, bound, other;
struct sockaddr_in address = {.sin_family = AF_INET};
char name[] = "/tmp/fifo-XXXXXX", fifo[64];

void *first (void *p) {
  b = 1;
  if (send (pair[0], "b", 1, 0) != 1)
    return 0;
  c = 1;
  close (bound);
  d = 1;
  open (fifo, O_RDONLY | O_NONBLOCK);
  return p;
}

void *second (void *p) {
  struct epoll_event event;
  struct timespec second = {1, 0};
  while (epoll_pwait2 (events, &event, 1, &second, 0) != 1)
    ;
  b = 2;
  while (bind (other, (struct sockaddr *)&address, sizeof address))
    usleep (1000);
  c = 2;
  while (open (fifo, O_WRONLY | O_NONBLOCK) < 0)
    usleep (1000);
  d = 2;
  return p;
}

int main (void) {
  pthread_t t, u;
  socklen_t size = sizeof address;
  struct epoll_event event = {.events = EPOLLIN};
  if (!mkdtemp (name) || socketpair (AF_UNIX, SOCK_DGRAM, 0, pair))
    return 1;
  for (int i = 0; i < 16; i++)
    fifo[i] = name[i];
  fifo[16] = '/';
  fifo[17] = 'f';
  events = epoll_create1 (0);
  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  bound = socket (AF_INET, SOCK_DGRAM, 0);
  other = socket (AF_INET, SOCK_DGRAM, 0);
  if (epoll_ctl (events, EPOLL_CTL_ADD, pair[1], &event) || mkfifo (fifo, 0600) ||
      bind (bound, (struct sockaddr *)&address, sizeof address) ||
      getsockname (bound, (struct sockaddr *)&address, &size))
    return 1;
  pthread_create (&u, 0, second, 0);
  pthread_create (&t, 0, first, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  unlink (fifo);
  return rmdir (name);
}
