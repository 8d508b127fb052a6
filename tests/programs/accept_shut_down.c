// RACE-FREE
// WHY: accept fails only behind the shutdown

#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

int x, listening;

void *stop (void *a) {
  x = 1;
  shutdown (listening, SHUT_RDWR);
  return a;
}

int main (void) {
  pthread_t t;
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  listening = socket (AF_INET, SOCK_STREAM, 0);
  if (bind (listening, (struct sockaddr *)&address, sizeof address) ||
      listen (listening, 1))
    return 2;
  pthread_create (&t, 0, stop, 0);
  if (accept (listening, 0, 0) < 0)
    x = 2;
  pthread_join (t, 0);
  close (listening);
  return 0;
}
