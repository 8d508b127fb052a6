// CONSEQUENCE: crash
// WHY: the recorded run crashes, which only one order does

#include <pthread.h>

static int divisor = 3, result;

void *one (void *a) {
  divisor = 0;
  return a;
}

void *two (void *a) {
  result = 12 / divisor;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
