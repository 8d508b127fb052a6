// RACE: 12 17
// TINY
// WHY: an assignment of structures reads every member

#include <pthread.h>

struct big {
  int numbers[20];
} shared, copy;

void *one (void *a) {
  copy = shared;
  return a;
}

void *two (void *a) {
  shared.numbers[13] = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
