// CONSEQUENCE: state
// NO NOTE
// WHY: the last writer decides, and nothing prints it; 1 and 2 are no counter

#include <pthread.h>

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
}
