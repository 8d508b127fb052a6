// LANES: 10 10
// FLAGS: -fopenmp
// WHY: a simd loop over an array of the caller, in a function that could be inlined
#include <stdio.h>

static void add (int n, double a[n], const double *restrict b) {
#pragma omp simd
  for (int i = 0; i < n - 1; i++)
    // the earlier iteration writes what the later one reads
    a[i + 1] = a[i] + b[i];
}

int main (int argc, char **argv) {
  double a[argc + 59], b[60];
  (void)argv;
  for (int i = 0; i < 60; i++)
    a[i] = b[i] = i;
  add (60, a, b);
  printf ("%f\n", a[4]);
  return 0;
}
