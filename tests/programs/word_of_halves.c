// RACE value: 33 44
// WHY: of what the reader may find, one half of each of two writes, one value alone
// leads to the race

#include <pthread.h>
#include <stdint.h>

union {
  uint64_t word;
  struct {
    uint32_t low, high;
  } half;
} shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

void set (uint32_t low) {
  pthread_mutex_lock (&m);
  shared.half.low = low;
  pthread_mutex_unlock (&m);
}

void *writer (void *a) {
  set (3);
  set (2);
  set (1);
  set (4);
  set (3);
  set (7);
  set (2);
  set (1);
  pthread_mutex_lock (&m);
  data = 1;
  pthread_mutex_unlock (&m);
  set (6);
  return a;
}

void *reader (void *a) {
  pthread_mutex_lock (&m);
  uint64_t word = shared.word;
  pthread_mutex_unlock (&m);
  if (word > ((uint64_t)1 << 32) + 4)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  shared.word = (uint64_t)1 << 32;
  pthread_create (&t, 0, writer, 0);
  pthread_create (&u, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
