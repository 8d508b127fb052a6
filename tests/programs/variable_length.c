// RACE: 14 23
// WHY: an array on the stack whose size is known only when it runs

#include <pthread.h>
#include <stddef.h>

struct span {
  int *start;
  size_t size;
};

void *work (void *a) {
  struct span *span = a;
  span->start[span->size - 1] = 1;
  return 0;
}

int fill (size_t size) {
  int numbers[size];
  struct span span = {numbers, size};
  pthread_t t;
  pthread_create (&t, 0, work, &span);
  numbers[size - 1] = 2;
  pthread_join (t, 0);
  return numbers[size - 1] > 2;
}

int main (int count, char **words) {
  (void)words;
  return fill (4 + (size_t)count);
}
