// RACE: 9 14

#include <pthread.h>
#include <string.h>

char buffer[64], copy[64];

void *one (void *a) {
  memcpy (copy, buffer, sizeof copy);
  return a;
}

void *two (void *a) {
  memset (buffer, 1, sizeof buffer);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
