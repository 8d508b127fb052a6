// RACE-FREE
// FLAGS: -fopenmp
// WHY: a block of each iteration, at the same address as the last one
#include <stdlib.h>
int a[32];
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 32; i++) {
    int *p = malloc (sizeof *p);
    *p = i;
    a[i] = *p;
    free (p);
  }
  return 0;
}
