// RACE-FREE
// FLAGS: -fopenmp
// WHY: the barrier at the end of single

#include <omp.h>

int data, copy[4];

int main (void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single
    data = 1;
    copy[omp_get_thread_num ()] = data;
  }
  return copy[2] - 1;
}
