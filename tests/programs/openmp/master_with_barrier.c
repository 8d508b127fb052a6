// RACE-FREE
// FLAGS: -fopenmp
// WHY: an explicit barrier behind master

#include <omp.h>

int data, copy[4];

int main (void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    data = 1;
#pragma omp barrier
    copy[omp_get_thread_num ()] = data;
  }
  return copy[2] - 1;
}
