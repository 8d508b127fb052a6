// RACE-FREE
// WHY: uses of one descriptor are no race, whatever they change; each thread closes its own copy

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int ends[2];

static void *work (void *a) {
  int own = dup (ends[0]), flag = 1;
  struct pollfd p = {ends[0], POLLIN, 0};
  (void)!write (ends[0], "x", 1);
  fcntl (ends[0], F_SETFL, O_NONBLOCK);
  setsockopt (ends[0], SOL_SOCKET, SO_KEEPALIVE, &flag, sizeof flag);
  poll (&p, 1, 0);
  close (own);
  shutdown (ends[0], SHUT_RD);
  return a;
}

int main (void) {
  pthread_t t[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  close (ends[0]);
  close (ends[1]);
}
