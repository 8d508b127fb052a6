// CONSEQUENCE: state
// WHY: the recorded run aborts, and so does each order, which only decides a value

#include <pthread.h>
#include <stdlib.h>

static int owner;

void *one (void *a) {
  owner = 1;
  return a;
}

void *two (void *a) {
  owner = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  abort ();
}
