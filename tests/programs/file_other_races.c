// RACE: 12 26
// WHY: two files; what is read is not what was written

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int files[2], data;

void *writer (void *a) {
  if (pwrite (files[0], "x", 1, 0) != 1) return 0;
  data = 42;
  return a;
}

int main (void) {
  pthread_t t;
  char c;
  for (int i = 0; i < 2; i++) {
    char name[] = "/tmp/handoffXXXXXX";
    files[i] = mkstemp (name);
    unlink (name);
  }
  pthread_create (&t, 0, writer, 0);
  (void)!pread (files[1], &c, 1, 0);
  data++;
  pthread_join (t, 0);
  return data < 1;
}
