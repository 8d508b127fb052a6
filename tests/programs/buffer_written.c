// RACE: 13 20
// TINY
// WHY: write() reads its buffer

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

char buffer[16];

void *one (void *a) {
  int file = open ("/dev/null", O_WRONLY);
  if (write (file, buffer, sizeof buffer) != 16)
    return (void *)1;
  close (file);
  return a;
}

void *two (void *a) {
  buffer[9] = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
