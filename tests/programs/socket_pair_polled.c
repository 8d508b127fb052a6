// RACE-FREE
// WHY: poll and select that find one end of a pair come behind what is done to the other

#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

int x, y, z, a[2], b[2], c[2];

void *sends (void *unused) {
  x = 1;
  write (a[1], "x", 1);
  y = 1;
  close (b[1]);
  z = 1;
  write (c[1], "z", 1);
  return unused;
}

void *waits (void *unused) {
  struct pollfd first = {a[0], POLLIN, 0};
  poll (&first, 1, -1);
  x = 2;
  return unused;
}

void *waits_for_end (void *unused) {
  struct pollfd second = {b[0], POLLIN, 0};
  poll (&second, 1, -1);
  y = 2;
  return unused;
}

void *selects (void *unused) {
  fd_set set;
  FD_ZERO (&set);
  FD_SET (c[0], &set);
  select (c[0] + 1, &set, NULL, NULL, NULL);
  z = 2;
  return unused;
}

int main (void) {
  pthread_t t[4];
  socketpair (AF_UNIX, SOCK_STREAM, 0, a);
  socketpair (AF_UNIX, SOCK_STREAM, 0, b);
  socketpair (AF_UNIX, SOCK_STREAM, 0, c);
  pthread_create (t, NULL, waits, NULL);
  pthread_create (t + 1, NULL, waits_for_end, NULL);
  pthread_create (t + 2, NULL, selects, NULL);
  pthread_create (t + 3, NULL, sends, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
}
