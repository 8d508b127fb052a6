// RACE-FREE
// WHY: a socket that was full takes a message when another thread has made it larger

#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

int x, ends[2];
char message[1000];

void holds (int bytes) {
  setsockopt (ends[1], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

void *makes_room (void *a) {
  x = 1;
  holds (200000);
  return a;
}

void *sends (void *a) {
  while (send (ends[1], message, sizeof message, MSG_DONTWAIT) < 0)
    usleep (1000);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  socketpair (AF_UNIX, SOCK_DGRAM, 0, ends);
  holds (4096);
  while (send (ends[1], message, sizeof message, MSG_DONTWAIT) > 0)
    ;
  pthread_create (&t, NULL, makes_room, NULL);
  pthread_create (&u, NULL, sends, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
