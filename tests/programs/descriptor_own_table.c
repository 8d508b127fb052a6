// RACE beyond: 17 17
// WHY: each thread has a table of descriptors of its own, so that both may have the same number at a time

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int slots[64];

static void *work (void *a) {
  int fd = unshare (CLONE_FILES) ? -1 : open ("/dev/null", O_WRONLY);
  if (fd < 0 || fd >= 64)
    return a;
  slots[fd] = 1;
  close (fd);
  return a;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    pthread_create (&t[i], 0, work, 0);
    usleep (2000);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
