// RACE-FREE
// FLAGS: -fopenmp
// ENV: OMP_CANCELLATION=true
// WHY: a region that one thread cancels: the others leave at the barrier, and nobody comes behind it

#include <omp.h>

int before[2], behind, after;

int main (void) {
#pragma omp parallel num_threads(2)
  {
    before[omp_get_thread_num ()] = 1;
#pragma omp cancel parallel if (omp_get_thread_num () == 1)
#pragma omp barrier
    behind = before[0] + before[1];
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
#pragma omp master
    after = 1;
  }
  return before[0] + before[1] != 2 || behind || !after;
}
