// APART: 13 16
// FLAGS: -fopenmp
// WHY: the program says which thread of how many has an element, but not which one has the single
#include <stdio.h>

int a[22], copy;

int main (void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < 22; i++)
      a[i] = i;
#pragma omp single nowait
    {
      copy = a[10];
    }
  }
  printf ("%d\n", copy);
  return 0;
}
