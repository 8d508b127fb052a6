// RACE: 14 24
// RACE: 18 24
// TINY
// WHY: qsort moves what it sorts, the function it calls compares it

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int numbers[4];

int compare (const void *l, const void *r) {
  const int *left = l, *right = r;
  return *left - *right;
}

void *one (void *a) {
  qsort (numbers, 4, sizeof numbers[0], compare);
  return a;
}

void *two (void *a) {
  usleep (5000);
  numbers[0] = 4;
  return a;
}

int main (void) {
  for (int i = 0; i < 4; i++)
    numbers[i] = 4 - i;
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
