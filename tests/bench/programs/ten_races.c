// Ten races of variables of their own behind a computation of about 0.1 s, for scripts/bench:
// what both orders of each cost.
#include <pthread.h>
#include <stdio.h>

static int shared[10];
static int *const racing[10] = {shared,     shared + 1, shared + 2, shared + 3,
                                shared + 4, shared + 5, shared + 6, shared + 7,
                                shared + 8, shared + 9};

#define ACCESS(i) *racing[i] = value + i
static void *one (void *unused) {
  int value = 1;
  ACCESS (0);
  ACCESS (1);
  ACCESS (2);
  ACCESS (3);
  ACCESS (4);
  ACCESS (5);
  ACCESS (6);
  ACCESS (7);
  ACCESS (8);
  ACCESS (9);
  return unused;
}

static unsigned compute (void) {
  unsigned x = 1;
  for (unsigned i = 0; i < 50000000; i++)
    x = x * 1664525 + 1013904223;
  return x;
}

int main (void) {
  pthread_t t, u;
  printf ("%u\n", compute ());
  pthread_create (&t, NULL, one, NULL);
  pthread_create (&u, NULL, one, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
