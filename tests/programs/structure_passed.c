// RACE: 19 24
// TINY
// WHY: the call itself copies an argument that is passed by value
#include <pthread.h>

struct large {
  long parts[8];
};

static struct large shared;
static long sum;

__attribute__ ((noinline)) static long add (struct large l) {
  return l.parts[0] + l.parts[7];
}

static void *use (void *a) {
  struct large *p = &shared;
  sum = add (*p);
  return a;
}

static void change (void) {
  shared.parts[7] = 1;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, use, NULL);
  change ();
  pthread_join (t, NULL);
  return 0;
}
