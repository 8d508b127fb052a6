// RACE-FREE
// WHY: the reader goes on when it finds in a file what the writer put there

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

int file, data;

void *writer (void *a) {
  data = 42;
  return pwrite (file, "x", 1, 0) == 1 ? a : 0;
}

int main (void) {
  pthread_t t;
  char c, name[] = "/tmp/handoffXXXXXX";
  file = mkstemp (name);
  unlink (name);
  pthread_create (&t, 0, writer, 0);
  while (pread (file, &c, 1, 0) != 1)
    sched_yield ();
  data++;
  pthread_join (t, 0);
  return data != 43;
}
