// RACE: 12 17
// WEAK: 11 19
// WHY: the flag itself races; the data behind it only where memory is weak

#include <pthread.h>
#include <unistd.h>

int ready, data;

void *one (void *a) {
  data = 1;
  ready = 1;
  return a;
}

void *two (void *a) {
  while (!ready)
    usleep (100);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
