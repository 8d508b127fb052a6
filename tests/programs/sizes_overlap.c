// RACE: 14 19
// TINY
// WHY: one byte within a word of another size

#include <pthread.h>
#include <stdint.h>

union {
  uint64_t whole;
  uint8_t bytes[8];
} u;

void *one (void *a) {
  u.whole = 1;
  return a;
}

void *two (void *a) {
  u.bytes[5] = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
