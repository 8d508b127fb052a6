// RACE-FREE
// WHY: what a thread moves in the kernel from one pipe to the next was sent by another thread, also where the reader has it before the mover goes on

#define _GNU_SOURCE

#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIPES = 6 };

static int spliced, teed, passed, ends[PIPES][2], sockets[2];

static void *send_all (void *argument) {
  spliced = 1;
  (void)!write (ends[0][1], "x", 1);
  teed = 1;
  (void)!write (ends[3][1], "x", 1);
  passed = 1;
  send (sockets[0], "x", 1, 0);
  return argument;
}

static void *splice_on (void *argument) {
  int *from = argument;
  splice (from[0], NULL, from[3], NULL, 1, 0);
  return NULL;
}

static void *tee_on (void *argument) {
  while (tee (ends[3][0], ends[4][1], 1, 0) != 1)
    ;
  return argument;
}

static void *from_socket (void *argument) {
  splice (sockets[1], NULL, ends[5][1], NULL, 1, 0);
  return argument;
}

static void *receive_all (void *argument) {
  char byte;
  (void)!read (ends[2][0], &byte, 1);
  spliced = 2;
  (void)!read (ends[4][0], &byte, 1);
  teed = 2;
  (void)!read (ends[5][0], &byte, 1);
  passed = 2;
  return argument;
}

int main (void) {
  pthread_t threads[6];
  for (int i = 0; i < PIPES; i++)
    if (pipe (ends[i]))
      return 1;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, sockets))
    return 1;
  pthread_create (threads, NULL, receive_all, NULL);
  pthread_create (threads + 1, NULL, splice_on, ends[1]);
  pthread_create (threads + 2, NULL, splice_on, ends[0]);
  pthread_create (threads + 3, NULL, tee_on, NULL);
  pthread_create (threads + 4, NULL, from_socket, NULL);
  pthread_create (threads + 5, NULL, send_all, NULL);
  for (int i = 0; i < 6; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
