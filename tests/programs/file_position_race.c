// RACE: 12 17
// WHY: a thread looks at the position of a descriptor only afterwards

#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

int x, file;

void *one (void *a) {
  x = 1;
  return write (file, "x", 1) == 1 ? a : 0;
}

void *two (void *a) {
  x = 2;
  return lseek (file, 0, SEEK_CUR) >= 0 ? a : 0;
}

int main (void) {
  pthread_t t, u;
  file = memfd_create ("m", 0);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
