// CONSEQUENCE: none
// NOTE: same value
// WHY: both threads write the same value

#include <pthread.h>

static int done;

void *one (void *a) {
  done = 1;
  return a;
}

void *two (void *a) {
  done = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
