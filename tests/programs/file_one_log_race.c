// RACE: 12 19
// WHY: two threads write to the same file, which nobody reads

#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

int total, log_file;

void *one (void *a) {
  total = 1;
  return write (log_file, "x", 1) == 1 ? a : 0;
}

void *two (void *a) {
  if (write (log_file, "y", 1) != 1)
    return 0;
  total = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  log_file = memfd_create ("log", 0);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
