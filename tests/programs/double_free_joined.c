// RACE-FREE
// TINY
// EXIT: 134
// WHY: the second free comes after the first one in every order: a failure, no race

#include <pthread.h>
#include <stdlib.h>

static char *block;

void *one (void *a) {
  free (block);
  return a;
}

void *two (void *a) {
  free (block);
  return a;
}

int main (void) {
  pthread_t t, u;
  block = malloc (24);
  pthread_create (&t, 0, one, 0);
  pthread_join (t, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (u, 0);
}
