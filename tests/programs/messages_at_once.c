// RACE-FREE
// WHY: messages that are received several at once were sent before

#define _GNU_SOURCE
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

int x, pair[2];

void *sends (void *a) {
  x = 1;
  if (write (pair[0], "a", 1) != 1)
    return 0;
  return a;
}

void *receives (void *a) {
  char byte;
  struct iovec part = {&byte, 1};
  struct mmsghdr message = {.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}};
  if (recvmmsg (pair[1], &message, 1, 0, 0) == 1)
    x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, pair))
    return 1;
  pthread_create (&u, 0, receives, 0);
  pthread_create (&t, 0, sends, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
