// RACE: 11 16
// TINY
// WHY: realloc reads and frees the old block

#include <pthread.h>
#include <stdlib.h>

int *block;

void *one (void *a) {
  block[6] = 1;
  return a;
}

void *two (void *old) {
  free (realloc (old, 100000));
  return 0;
}

int main (void) {
  block = calloc (8, sizeof *block);
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, block);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
