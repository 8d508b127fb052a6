// RACE-FREE
// WHY: a thread closes its end behind the end of what the other one has sent; a copy that fails closes nothing

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

int ends[2], sv[2];

static void *reader (void *a) {
  char c;
  while (read (ends[0], &c, 1) == 1)
    ;
  close (ends[0]);
  while (recv (sv[0], &c, 1, 0) == 1)
    ;
  close (sv[1]);
  return a;
}

int main (void) {
  pthread_t t;
  if (pipe (ends) || socketpair (AF_UNIX, SOCK_STREAM, 0, sv)) return 1;
  pthread_create (&t, 0, reader, 0);
  (void)!write (ends[1], "xy", 2);
  dup2 (-1, sv[1]);
  close (ends[1]);
  (void)!write (sv[1], "x", 1);
  shutdown (sv[1], SHUT_WR);
  pthread_join (t, 0);
  close (sv[0]);
}
