// RACE-FREE
// FLAGS: -fopenmp
// WHY: dependences that lanes keep, and loops that promise nothing

#include <stdio.h>

int a[100], b[100], c[100];

int main (void) {
  int sum = 0;
#pragma omp simd
  for (int i = 1; i < 99; i++) {
    a[i] = b[i];
    c[i] = a[i - 1]; // a later statement
  }
#pragma omp simd
  for (int i = 1; i < 99; i++)
    a[i] = a[i + 1] + b[i]; // read before the later iteration writes
#pragma omp simd safelen(3)
  for (int i = 3; i < 99; i++)
    a[i] = a[i - 3] + b[i];
#pragma omp simd collapse(2)
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 10; j++)
      a[10 * i + j] += 1;
#pragma omp simd
  for (int i = 0; i < 99; i++) {
    a[i] = b[i];
#pragma omp ordered simd
    sum += a[i];
  }
#pragma omp simd
  for (int i = 0; i < 99; i++)
#pragma omp atomic
    sum += a[i];
#pragma clang loop vectorize(enable) vectorize_width(4)
  for (int i = 0; i < 99; i++)
    a[i + 1] = a[i] + b[i]; // the compiler is asked, and looks by itself
  printf ("%d %d\n", a[50], sum + c[3]);
  return 0;
}
