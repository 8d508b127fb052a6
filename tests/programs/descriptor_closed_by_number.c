// RACE beyond: 18 29
// WHY: system calls by their numbers close a descriptor and open it again; the other thread may have it meanwhile

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int slots[64];

static void *close_and_open (void *a) {
  int fd = open ("/dev/null", O_WRONLY);
  if (fd < 0 || fd >= 64)
    return a;
  syscall (SYS_close, fd);
  usleep (2000);
  slots[fd] = 1;
  fd = (int)syscall (SYS_openat, AT_FDCWD, "/dev/null", O_WRONLY);
  close (fd);
  return a;
}

static void *open_later (void *a) {
  usleep (10000);
  int fd = open ("/dev/null", O_WRONLY);
  if (fd < 0 || fd >= 64)
    return a;
  slots[fd] = 2;
  close (fd);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, close_and_open, 0);
  pthread_create (&t[1], 0, open_later, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
