// RACE: 15 31
// WHY: a descriptor with a high number, as servers with many connections have, is closed while another thread may still come to use it

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HIGH = 9000 };

static int file;

static void *use (void *a) {
  char byte;
  (void)!read (file, &byte, 1);
  return a;
}

int main (void) {
  struct rlimit limit;
  pthread_t t;
  getrlimit (RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_NOFILE, &limit);
  int low = open ("/dev/zero", O_RDONLY);
  file = fcntl (low, F_DUPFD, HIGH); // fails where so many are not allowed
  if (file < 0)
    file = fcntl (low, F_DUPFD, 100);
  pthread_create (&t, 0, use, 0);
  usleep (1000);
  close (file);
  pthread_join (t, 0);
}
