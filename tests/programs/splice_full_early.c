// RACE-FREE
// WHY: a splice takes from a pipe as a read does, and may have waited before it was full

#define _GNU_SOURCE

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { TIMES = 12, FULL = 65536 };

static int data[TIMES], ends[TIMES][2];
static char from[FULL];
static int file;

static void *moves (void *argument) {
  for (int i = 0; i < TIMES; i++) {
    data[i] = 1;
    if (splice (ends[i][0], NULL, file, NULL, FULL, 0) <= 0)
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

int main (void) {
  pthread_t t, u;
  file = fileno (tmpfile ());
  for (int i = 0; i < TIMES; i++)
    if (pipe (ends[i]))
      return 1;
  pthread_create (&t, NULL, moves, NULL);
  pthread_create (&u, NULL, writes, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
