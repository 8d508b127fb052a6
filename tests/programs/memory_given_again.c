// RACE-FREE
// WHY: memory of a block that one thread frees becomes a block, or the buffer of a stream, of another one, which frees it, too

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *block, *buffer, *behind[2];

void *frees (void *a) {
  free (block);
  free (buffer);
  return a;
}

void *allocates (void *a) {
  free (malloc (2000));
  return a;
}

void *writes (void *a) {
  FILE *f = fopen ("/dev/null", "w");
  fputc ('a', f);
  fclose (f);
  return a;
}

int main (void) {
  pthread_t t[5];
  void *(*const all[5]) (void *) = {frees, allocates, writes, allocates, writes};
  mallopt (M_ARENA_MAX, 1);
  block = malloc (2000);
  behind[0] = malloc (24);
  buffer = malloc (4096);
  behind[1] = malloc (24);
  for (int i = 0; i < 5; i++)
    pthread_create (t + i, 0, all[i], 0);
  for (int i = 0; i < 5; i++)
    pthread_join (t[i], 0);
  free (behind[0]);
  free (behind[1]);
}
