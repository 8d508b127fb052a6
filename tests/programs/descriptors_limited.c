// RACE-FREE
// WHY: there are too many descriptors only behind setrlimit

#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int x;

void *limit (void *a) {
  struct rlimit r = {3, 4096};
  x = 1;
  setrlimit (RLIMIT_NOFILE, &r);
  return a;
}

int main (void) {
  pthread_t t;
  int ends[2];
  pthread_create (&t, 0, limit, 0);
  while (!socketpair (AF_UNIX, SOCK_STREAM, 0, ends)) {
    close (ends[0]);
    close (ends[1]);
    usleep (1000);
  }
  x = 2;
  pthread_join (t, 0);
  return 0;
}
