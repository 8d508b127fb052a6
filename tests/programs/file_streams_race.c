// RACE beyond: 13 24
// WHY: a stream has the address of one that the other thread closed

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int total;
char names[2][16] = {"a.log", "b.log"};

void *one (void *a) {
  FILE *f;
  total = 1;
  f = fopen (names[0], "w");
  fprintf (f, "x");
  fclose (f);
  return a;
}

void *two (void *a) {
  FILE *f = fopen (names[1], "w");
  fprintf (f, "x");
  fclose (f);
  total = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  unlink (names[0]);
  unlink (names[1]);
}
