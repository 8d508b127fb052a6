// RACE: 13 18
// TINY
// WHY: an access that begins in one word and ends in the next

#include <pthread.h>

struct __attribute__ ((packed)) record {
  char tag;
  long value;
} records[2];

void *one (void *a) {
  records[0].value = 1;
  return a;
}

void *two (void *a) {
  ((char *)records)[8] = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
