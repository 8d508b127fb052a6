// CONSEQUENCE: crash
// WHY: a divisor becomes zero

#include <pthread.h>

static int divisor = 3, result;

void *one (void *a) {
  result = 12 / divisor;
  return a;
}

void *two (void *a) {
  divisor = 0;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
