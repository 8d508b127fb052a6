// RACE-FREE
// WHY: what is written before a connection is made is there when it is accepted

#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct sockaddr_un address = {.sun_family = AF_UNIX};
socklen_t size = sizeof address;
int x;

void *work (void *a) {
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  x = 1;
  if (connect (fd, (struct sockaddr *)&address, size))
    x = 2;
  close (fd);
  return a;
}

int main (void) {
  pthread_t t;
  int s = socket (AF_UNIX, SOCK_STREAM, 0);
  if (bind (s, (struct sockaddr *)&address, sizeof (sa_family_t)) ||
      getsockname (s, (struct sockaddr *)&address, &size) || listen (s, 1))
    return 2;
  pthread_create (&t, 0, work, 0);
  int fd = accept (s, 0, 0);
  x++;
  pthread_join (t, 0);
  close (fd);
  close (s);
  return x != 2;
}
