// RACE input: 15 30
// SYMBOLIC: file:image.raw
// FILE: image.raw RAW....2
// WHY: a file with a magic word, a sum of its bytes, and a version.

#include <pthread.h>
#include <stdio.h>
#include <string.h>

unsigned char header[8];
int y;

void *work (void *a) {
  if (header[7] - '0' >= 3)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  FILE *f = fopen ("image.raw", "rb");
  if (!f || fread (header, 1, 8, f) != 8)
    return 1;
  fclose (f);
  if (memcmp (header, "RAW", 3))
    return 2;
  if (((header[3] + header[4] + header[5] + header[6]) & 0x7f) != 0x55)
    return 3;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
