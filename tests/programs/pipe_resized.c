// RACE-FREE
// WHY: a pipe that was full has room when another thread has made it larger

#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

int x, ends[2];
char page[4096];

void *makes_room (void *a) {
  x = 1;
  fcntl (ends[1], F_SETPIPE_SZ, 65536);
  return a;
}

void *waits (void *a) {
  struct pollfd p = {ends[1], POLLOUT, 0};
  while (poll (&p, 1, 0) != 1)
    usleep (1000);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  if (pipe (ends) || fcntl (ends[1], F_SETPIPE_SZ, 4096) != 4096)
    return 0;
  write (ends[1], page, sizeof page);
  pthread_create (&t, NULL, makes_room, NULL);
  pthread_create (&u, NULL, waits, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
