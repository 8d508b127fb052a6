// RACE: 17 17
// FLAGS: -fopenmp
// WHY: without OMP_CANCELLATION nothing is cancelled: both threads come to the write

#include <omp.h>

int last;

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp cancel parallel
#pragma omp for
    for (int i = 0; i < 2; i++) {
#pragma omp cancel for
      // both iterations
      last = i;
    }
  }
  return omp_get_cancellation ();
}
