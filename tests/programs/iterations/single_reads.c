// APART: 11 13
// FLAGS: -fopenmp
// WHY: the single may be another thread's than iteration 11, for which it does not wait; in teams of two and four the second thread has both
#include <stdio.h>
int a[22], copy;
int main (void) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 22; i++)
      a[i] = i;
#pragma omp single
    copy = a[11];
  }
  printf ("%d\n", copy);
  return 0;
}
