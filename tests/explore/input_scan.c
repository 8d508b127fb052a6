// RACE input: 13 24
// SYMBOLIC: stdin
// STDIN: z 00
// WHY: a word of certain letters and a number of base 16, with scanf.

#include <pthread.h>
#include <stdio.h>

int state, y;

void *work (void *a) {
  if (state == 1)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  char word[4];
  unsigned number;
  if (scanf ("%3[a-f] %x", word, &number) == 2 && number == 0x2a)
    state = 1;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
