// RACE-FREE
// FLAGS: -fopenmp
// WHY: target regions with nowait outside of regions: in an order by their dependences; the last one ends with the program

#include <stdio.h>

int x, y, z;

int main (void) {
#pragma omp target map(tofrom : x) nowait depend(out : x)
  x += 1;
#pragma omp target map(tofrom : x, y) nowait depend(in : x) depend(out : y)
  y = x + 1;
#pragma omp taskwait depend(in : y)
  printf ("%d %d\n", x, y);
#pragma omp target map(tofrom : z) nowait
  z = y;
  return 0;
}
