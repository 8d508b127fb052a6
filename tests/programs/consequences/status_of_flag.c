// CONSEQUENCE: check
// WHY: the exit status is what the reader saw

#include <pthread.h>

static int ready, seen;

void *one (void *a) {
  seen = ready;
  return a;
}

void *two (void *a) {
  ready = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return seen;
}
