// RACE: 11 13
// FLAGS: -fopenmp
// WHY: a target region with nowait outside of regions: a device executes it meanwhile

#include <stdio.h>

int main (void) {
  int x = 0, y = 0;
#pragma omp target map(tofrom : x) nowait
  {
    x += 1;
  }
  y = x;
#pragma omp taskwait
  printf ("%d\n", y >= 0);
  return 0;
}
