// RACE-FREE
// WHY: a block that is free again may be at the old address

#include <pthread.h>
#include <stdlib.h>

void *work (void *a) {
  for (int i = 0; i < 10; i++) {
    int *block = malloc (40);
    block[0] = i;
    block[9] = i;
    block = realloc (block, 400);
    block[99] = block[0];
    free (block);
    block = calloc (4, 4);
    block[3]++;
    free (block);
  }
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_create (&v, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
