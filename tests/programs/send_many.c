// RACE-FREE
// WHY: who receives a message comes behind what its sender did before, also if it was one of several of one call

#define _GNU_SOURCE

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int one, two, ends[2], others[2];

static void *sends (void *argument) {
  struct iovec part = {"x", 1};
  struct mmsghdr messages[2] = {{.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}},
                                {.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}}};
  one = 1;
  if (sendmmsg (ends[0], messages, 2, 0) != 2 || messages[1].msg_len != 1)
    _exit (1);
  struct msghdr whole = {.msg_iov = &part, .msg_iovlen = 1};
  struct mmsghdr message = {.msg_hdr = whole};
  two = 1;
  if (sendmmsg (others[0], &message, 1, MSG_NOSIGNAL) != 1)
    _exit (1);
  return argument;
}

int main (void) {
  pthread_t thread;
  char byte;
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, ends) || socketpair (AF_UNIX, SOCK_STREAM, 0, others))
    return 1;
  pthread_create (&thread, NULL, sends, NULL);
  if (read (ends[1], &byte, 1) != 1 || read (ends[1], &byte, 1) != 1)
    return 1;
  one = 2;
  if (read (others[1], &byte, 1) != 1)
    return 1;
  two = 2;
  pthread_join (thread, NULL);
  return 0;
}
