// RACE-FREE
// WHY: the block goes from hand to hand through the join

#include <pthread.h>
#include <stdlib.h>

void deep (int n, int *block) {
  if (n > 0)
    deep (n - 1, block);
  else if (block)
    pthread_exit (block);
}

void *work (void *a) {
  int *block = malloc (sizeof *block);
  *block = 7;
  deep (10, block);
  return a;
}

int main (void) {
  pthread_t t;
  void *block;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, &block);
  int wrong = *(int *)block != 7;
  free (block);
  return wrong;
}
