// CONSEQUENCE: state
// WHY: what is left is another variable than the racing one, which both orders set to zero

#include <pthread.h>

static int price = 3, total;

void *one (void *a) {
  total = 2 * price;
  return a;
}

void *two (void *a) {
  price = 4;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  price = 0;
}
