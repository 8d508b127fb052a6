// Waits until another thread sleeps in the kernel, in place of a time that a
// busy machine may not have enough of.

#ifndef FT_TESTS_ASLEEP_H
#define FT_TESTS_ASLEEP_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// The system call that a thread is in; -1: it runs, -2: nobody says.
static inline int asleep_call (long thread) {
  char path[64], line[256] = "";
  snprintf (path, sizeof path, "/proc/self/task/%ld/syscall", thread);
  FILE *file = fopen (path, "r");
  if (!file)
    return -2;
  if (!fgets (line, sizeof line, file))
    line[0] = 0;
  fclose (file);
  return line[0] >= '0' && line[0] <= '9' ? atoi (line) : line[0] ? -1 : -2;
}

// Until it is in 'call', or in 'other'; or in what the recorder has it wait in
// for its turn, and stays there.
static inline void await_asleep (long thread, int call, int other) {
  for (int found = -1, looks = 0; found != call && found != other;) {
    usleep (1000);
    found = asleep_call (thread);
    looks = found == SYS_futex || found == -2 ? looks + 1 : 0;
    if (looks == 30)
      return;
  }
}

#endif
