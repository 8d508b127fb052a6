// RACE: 11 21
// WHY: a library calls back into the program

#include <pthread.h>
#include <stdlib.h>

int calls;

int compare (const void *l, const void *r) {
  const int *left = l, *right = r;
  calls = 1;
  return *left - *right;
}

void *one (void *a) {
  int key = 3, numbers[] = {1, 2, 3, 4};
  return bsearch (&key, numbers, 4, sizeof (int), compare) ? a : (void *)1;
}

void *two (void *a) {
  calls = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
