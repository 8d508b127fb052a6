// RACE: 25 56
// RACE: 27 57
// RACE: 29 58
// RACE: 31 59
// RACE: 33 60
// RACE: 35 61
// RACE: 37 62
// WHY: descriptors of all kinds are closed while another thread may still come to use them

#define _GNU_SOURCE
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

int ends[2], sv[2], again[2], count, file, timer;

static long use (long which) {
  struct itimerspec time = {0};
  int flag = 1;
  switch (which) {
  case 0:
    return write (ends[1], "x", 1);
  case 1:
    return send (sv[0], "x", 1, MSG_NOSIGNAL);
  case 2:
    return eventfd_write (count, 1);
  case 3:
    return pwrite (file, "x", 1, 0);
  case 4:
    return timerfd_settime (timer, 0, &time, 0);
  case 5:
    return setsockopt (again[0], SOL_SOCKET, SO_KEEPALIVE, &flag, sizeof flag);
  default:
    return shutdown (again[1], SHUT_WR);
  }
}

static void *work (void *a) {
  return (void *)use ((long)a);
}

int main (void) {
  pthread_t t[7];
  if (pipe (ends) || socketpair (AF_UNIX, SOCK_STREAM, 0, sv) ||
      socketpair (AF_UNIX, SOCK_STREAM, 0, again))
    return 1;
  count = eventfd (0, 0);
  file = memfd_create ("file", 0);
  timer = timerfd_create (CLOCK_MONOTONIC, 0);
  for (long i = 0; i < 7; i++)
    pthread_create (t + i, 0, work, (void *)i);
  usleep (1000);
  close (ends[1]);
  close (sv[0]);
  close (count);
  close (file);
  close (timer);
  close (again[0]);
  close (again[1]);
  for (int i = 0; i < 7; i++)
    pthread_join (t[i], 0);
}
