// APART: 9 9
// FLAGS: -fopenmp
// WHY: memory of the heap
#include <stdlib.h>
int main (void) {
  long *v = calloc (64, sizeof *v);
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    v[i & ~1] = i;
  long r = v[0];
  free (v);
  return r < 0;
}
