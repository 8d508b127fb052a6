// RACE: 12 18
// RACE: 13 19
// TINY
// WHY: values of more than eight bytes

#include <pthread.h>

long double wide;
__int128 whole;

void *one (void *a) {
  wide = 1.5L;
  whole = 1;
  return a;
}

void *two (void *a) {
  wide = 2.5L;
  whole = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
