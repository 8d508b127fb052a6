// CONSEQUENCE: none
// NOTE: redundant write
// WHY: a write of the value that is there

#include <pthread.h>

static int level = 3, seen;

void *one (void *a) {
  seen = level;
  return a;
}

void *two (void *a) {
  level = 3;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
