// LANES: 20 20
// LANES: 25 25
// LANES: 28 28
// LANES: 31 31
// LANES: 34 34
// LANES: 38 37
// FLAGS: -fopenmp
// WHY: iterations of simd loops that depend on earlier ones: of variables of all kinds

#include <stdio.h>

int global[100], sum;

int main (int argc, char **argv) {
  int local[100], sized[argc + 99], shared = 0, *to = local;
  for (int i = 0; i < 100; i++)
    global[i] = local[i] = i;
#pragma omp simd
  for (int i = 0; i < 99; i++)
    global[i + 1] = global[i] + local[i];
  for (int i = 0; i < 100; i++)
    sized[i] = i;
#pragma omp simd
  for (int i = 0; i < 99; i++)
    sized[i + 1] = sized[i] + 1;
#pragma omp simd safelen(4)
  for (int i = 2; i < 99; i++)
    local[i] = local[i - 2] + 1;
#pragma omp simd
  for (int i = 0; i < 99; i++)
    sum += local[i]; // reduction is missing
#pragma omp simd
  for (int i = 0; i < 99; i++)
    shared = i; // private or lastprivate is missing
#pragma omp simd
  for (int i = 0; i < 99; i++) {
    local[i] = global[i];
    to[i + 1] = sized[i];
  }
  printf ("%d %d %d\n", local[9], sum, shared + (argv == NULL));
  return 0;
}
