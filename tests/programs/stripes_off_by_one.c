// RACE: 12 12
// WHY: the last row of a stripe is the first of the next

#include <pthread.h>

#define N 9
int c[N + 1];

void *fill (void *number) {
  long first = (long)number * N / 3, end = first + N / 3;
  for (long i = first; i <= end; i++)
    c[i] = 1;
  return 0;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, fill, 0);
  pthread_create (&u, 0, fill, (void *)1);
  pthread_create (&v, 0, fill, (void *)2);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
