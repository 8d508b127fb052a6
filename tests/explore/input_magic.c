// RACE input: 17 26
// SYMBOLIC: stdin
// STDIN: nothing here
// WHY: four bytes one after the other.

#include <pthread.h>
#include <unistd.h>

char text[8];
int y;

void *work (void *a) {
  if (text[0] == 'r')
    if (text[1] == 'a')
      if (text[2] == 'c')
        if (text[3] == 'e')
          y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  if (read (0, text, 4) != 4)
    return 0;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
