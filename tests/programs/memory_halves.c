// RACE-FREE
// WHY: the two ranges meet and do not overlap

#include <pthread.h>
#include <string.h>

char buffer[37];

void *one (void *a) {
  memset (buffer, 1, 19);
  return a;
}

void *two (void *a) {
  memset (buffer + 19, 2, 18);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
