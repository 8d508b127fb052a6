// RACE-FREE
// WHY: a read of a FIFO that waits before it is full makes the room that a later write finds

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TIMES = 12, FULL = 65536 };

static int data[TIMES], ends[TIMES][2];
static char from[FULL], to[FULL];

static void *reads (void *argument) {
  for (int i = 0; i < TIMES; i++) {
    data[i] = 1;
    if (read (ends[i][0], to, FULL) <= 0)
      break;
  }
  return argument;
}

static void *writes (void *argument) {
  for (int i = 0; i < TIMES; i++) {
    if (write (ends[i][1], from, FULL) != FULL || write (ends[i][1], from, 1) != 1)
      break;
    data[i] = 2;
  }
  return argument;
}

static int make (int i) {
  char path[] = "/tmp/fifo.XXXXXX", name[64];
  if (!mkdtemp (path))
    return 1;
  snprintf (name, sizeof name, "%s/f", path);
  if (mkfifo (name, 0600))
    return 1;
  ends[i][0] = open (name, O_RDWR);
  ends[i][1] = open (name, O_WRONLY);
  unlink (name);
  rmdir (path);
  return ends[i][0] < 0 || ends[i][1] < 0;
}

int main (void) {
  pthread_t t, u;
  for (int i = 0; i < TIMES; i++)
    if (make (i))
      return 1;
  pthread_create (&t, NULL, reads, NULL);
  pthread_create (&u, NULL, writes, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
