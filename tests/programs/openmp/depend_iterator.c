// RACE-FREE
// FLAGS: -fopenmp
// WHY: a task behind all that an iterator names, and tasks by dependence objects

#include <omp.h>

int part[6], sum, last;

int main (void) {
  omp_depend_t on_last;
#pragma omp depobj(on_last) depend(inout : last)
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 6; i++)
#pragma omp task depend(out : part[i])
      part[i] = i;
#pragma omp task depend(iterator(k = 0 : 6), in : part[k])
    for (int i = 0; i < 6; i++)
      sum += part[i];
#pragma omp task depend(depobj : on_last)
    last = 1;
#pragma omp task depend(depobj : on_last)
    last += 1;
  }
#pragma omp depobj(on_last) destroy
  return sum - 15 || last - 2;
}
