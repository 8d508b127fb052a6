// RACE: 13 14
// FLAGS: -fopenmp
// WHY: master has no barrier

#include <omp.h>

int data, copy[4];

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    data = 1;
    copy[omp_get_thread_num ()] = data;
  }
  return 0;
}
