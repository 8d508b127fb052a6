// RACE: 13 18
// WHY: what is raced for is a pointer to code

#include <pthread.h>

int plain (void) {
  return 0;
}

int (*hook) (void) = plain;

void *one (void *a) {
  hook = plain;
  return a;
}

void *two (void *a) {
  return hook () ? (void *)1 : a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
