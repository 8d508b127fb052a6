// RACE-FREE
// FLAGS: -fopenmp
// WHY: a variable for each thread, kept from region to region

#include <omp.h>

int mine;
#pragma omp threadprivate(mine)

int main (void) {
  int sum = 0;
#pragma omp parallel num_threads(3)
  mine = omp_get_thread_num ();
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += mine;
  return sum - 3;
}
