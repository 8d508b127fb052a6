// RACE: 18 26
// TINY
// WHY: a variable of a frame that another thread knows is passed by value
#include <pthread.h>

struct large {
  long parts[8];
};

static long sum;

__attribute__ ((noinline)) static long add (struct large l) {
  return l.parts[0] + l.parts[7];
}

static void *change (void *a) {
  struct large *theirs = a;
  theirs->parts[7] = 1;
  return a;
}

int main (void) {
  pthread_t t;
  struct large mine = {{0}};
  pthread_create (&t, NULL, change, &mine);
  sum = add (mine);
  pthread_join (t, NULL);
  return 0;
}
