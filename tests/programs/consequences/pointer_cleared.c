// CONSEQUENCE: crash
// WHY: a pointer is cleared before it is followed

#include <pthread.h>

static int value, *pointer = &value;

void *one (void *a) {
  *pointer = 1;
  return a;
}

void *two (void *a) {
  pointer = 0;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
