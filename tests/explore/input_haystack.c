// RACE input: 38 48
// SYMBOLIC: stdin
// STDIN: ............
// WHY: many branches on the input that lead to nothing new, and two that do.

#include <pthread.h>
#include <unistd.h>

char text[12];
int y;

__attribute__ ((noinline)) int count (void) {
  int n = 0;
  if (text[0] == 'a')
    n += 3;
  if (text[1] == 'b')
    n ^= 5;
  if (text[2] == 'c')
    n *= 7;
  if (text[3] == 'd')
    n += 11;
  if (text[4] == 'e')
    n ^= 13;
  if (text[5] == 'f')
    n *= 17;
  if (text[6] == 'g')
    n += 19;
  if (text[7] == 'h')
    n ^= 23;
  if (text[8] == 'i')
    n *= 29;
  return n;
}

void *work (void *a) {
  if (text[10] == 'k')
    if (text[11] == 'l')
      y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  if (read (0, text, 12) != 12)
    return 0;
  int n = count ();
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return n > 100;
}
