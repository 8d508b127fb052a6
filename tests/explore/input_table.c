// RACE input: 15 23
// SYMBOLIC: stdin
// STDIN: 0
// WHY: the input is an index, into a table that says what to do.

#include <pthread.h>
#include <stdio.h>

const int table[10] = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0};
int index_read, y;

void *work (void *a) {
  int i = index_read;
  if (i >= 0 && i < 10 && table[i])
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  index_read = getchar () - '0';
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
