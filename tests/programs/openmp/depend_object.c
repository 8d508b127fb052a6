// RACE-FREE
// FLAGS: -fopenmp
// WHY: the dependence object stands for inout of x

#include <omp.h>

int main (void) {
  int x = 0;
  omp_depend_t d;
#pragma omp depobj(d) depend(inout : x)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(depobj : d) shared(x)
    x++;
#pragma omp task depend(depobj : d) shared(x)
    x++;
  }
#pragma omp depobj(d) destroy
  return x != 2;
}
