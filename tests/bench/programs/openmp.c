// Three products of matrices by loops of OpenMP:  openmp SIDE
#include <stdio.h>
#include <stdlib.h>

int main (int argc, char **argv) {
  int n = argc > 1 ? atoi (argv[1]) : 100;
  double *a = calloc ((size_t)n * n, sizeof *a), *b = calloc ((size_t)n * n, sizeof *b),
         *c = calloc ((size_t)n * n, sizeof *c), *d = calloc ((size_t)n * n, sizeof *d);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n * n; i++)
      a[i] = i % 7, b[i] = i % 5;
    for (int round = 0; round < 3; round++) {
      double *from = round % 2 ? d : a, *to = round % 2 ? c : d;
#pragma omp for
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          for (int k = 0; k < n; k++)
            to[i * n + j] += from[i * n + k] * b[k * n + j];
    }
  }
  printf ("%g\n", d[n + 1]);
  return 0;
}
