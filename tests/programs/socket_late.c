// RACE: 19 32
// WHY: what is written after a connection is made may come after it is accepted

#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct sockaddr_un address = {.sun_family = AF_UNIX};
socklen_t size = sizeof address;
int x, failed;

void *work (void *a) {
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  if (connect (fd, (struct sockaddr *)&address, size))
    failed = 1;
  else
    x = 1;
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
  x = 3;
  pthread_join (t, 0);
  close (fd);
  close (s);
  return failed;
}
