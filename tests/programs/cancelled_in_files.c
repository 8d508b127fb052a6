// RACE-FREE
// WHY: each thread's cleanup runs behind the request to cancel it, in whatever call
// it acts on the request

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { THREADS = 6 };
int x[THREADS], fd, other;
void *page;
FILE *null;

void cleanup (void *p) {
  *(int *)p = 2;
}

static void call (long which) {
  char byte = 0;
  struct iovec part = {&byte, 1};
  ssize_t n = 0;
  switch (which) {
  case 0:
    fsync (fd);
    break;
  case 1:
    msync (page, 4096, MS_SYNC);
    break;
  case 2:
    n = pread (other, &byte, 1, 0);
    break;
  case 3:
    n = pwritev (other, &part, 1, 0);
    break;
  case 4:
    n = openat (AT_FDCWD, "/does/not/exist", O_RDONLY);
    break;
  default:
    fputc ('a', null);
    fflush (null);
    break;
  }
  (void)n;
}

void *work (void *a) {
  long which = (int *)a - x;
  pthread_cleanup_push (cleanup, a);
  for (;;) {
    call (which);
    sched_yield ();
  }
  pthread_cleanup_pop (0);
  return 0;
}

int main (void) {
  pthread_t t[THREADS];
  fd = memfd_create ("bytes", 0);
  if (fd < 0 || ftruncate (fd, 4096))
    return 1;
  other = memfd_create ("others", 0);
  page = mmap (0, 4096, PROT_READ, MAP_SHARED, fd, 0);
  null = fopen ("/dev/null", "w");
  for (int i = 0; i < THREADS; i++)
    pthread_create (&t[i], 0, work, &x[i]);
  for (int i = 0; i < THREADS; i++) {
    x[i] = 1;
    pthread_cancel (t[i]);
    pthread_join (t[i], 0);
  }
  return 0;
}
