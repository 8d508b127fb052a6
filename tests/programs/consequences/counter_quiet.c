// CONSEQUENCE: state
// NOTE: lost update: 1 instead of 2
// WHY: a lost update that nothing prints

#include <pthread.h>

static int count;

void *one (void *a) {
  count++;
  return a;
}

void *two (void *a) {
  count++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
