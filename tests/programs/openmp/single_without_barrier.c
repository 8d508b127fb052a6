// RACE: 13 14
// FLAGS: -fopenmp
// WHY: nowait takes the barrier away that others need

#include <omp.h>

int data, copy[4];

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    data = 1;
    copy[omp_get_thread_num ()] = data;
  }
  return 0;
}
