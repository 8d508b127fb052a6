// RACE: 12 20
// WHY: threads that write to files of their own are not ordered by that

#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

int total, files[2];

void *one (void *a) {
  total = 1;
  return write (files[0], "x", 1) == 1 ? a : 0;
}

void *two (void *a) {
  char byte;
  if (write (files[1], "x", 1) != 1 || pread (files[1], &byte, 1, 0) != 1)
    return 0;
  total = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  files[0] = memfd_create ("a.log", 0);
  files[1] = memfd_create ("b.log", 0);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
