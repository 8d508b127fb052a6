// CONSEQUENCE: check
// WHY: an assertion does not hold between two writes

#include <assert.h>
#include <pthread.h>

static int low = 1, high = 2;

void *one (void *a) {
  assert (low < high);
  return a;
}

void *two (void *a) {
  low = 5;
  high = 6;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
