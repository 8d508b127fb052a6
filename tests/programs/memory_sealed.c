// RACE-FREE
// WHY: a write into a file in memory fails when another thread has sealed it

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

int x, y, file, other;

void *seals (void *a) {
  x = 1;
  fcntl (file, F_ADD_SEALS, F_SEAL_WRITE);
  y = 1;
  fcntl (other, F_ADD_SEALS, F_SEAL_GROW);
  return a;
}

void *writes (void *a) {
  while (pwrite (file, "a", 1, 0) == 1)
    usleep (1000);
  x = 2;
  return a;
}

void *grows (void *a) {
  for (int bytes = 1; ftruncate (other, bytes) == 0; bytes++)
    usleep (1000);
  y = 2;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  file = memfd_create ("file", MFD_ALLOW_SEALING);
  other = memfd_create ("other", MFD_ALLOW_SEALING);
  pthread_create (&t, NULL, seals, NULL);
  pthread_create (&u, NULL, writes, NULL);
  pthread_create (&v, NULL, grows, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  pthread_join (v, NULL);
}
