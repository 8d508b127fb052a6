// RACE-FREE
// TINY
// WHY: a width of zero ends the unit

#include <pthread.h>

struct flags {
  unsigned left : 3;
  unsigned : 0;
  unsigned right : 3;
} flags;

void *one (void *a) {
  flags.left = 1;
  return a;
}

void *two (void *a) {
  flags.right = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
