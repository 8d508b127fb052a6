// RACE-FREE
// FLAGS: -fopenmp
// WHY: private variables, an array of the iteration that a function fills
#include <string.h>
int a[64];
static void fill (char *b, int i) { memset (b, i, 16); }
int main (void) {
  int t;
#pragma omp parallel for private(t)
  for (int i = 0; i < 64; i++) {
    char b[16];
    fill (b, i);
    t = b[3];
    a[i] = t;
  }
  return 0;
}
