// RACE: 16 20
// FLAGS: -fopenmp
// ENV: OMP_CANCELLATION=true
// WHY: what a thread does before it cancels is ordered before the end of the region, not before the other thread's work

#include <omp.h>

int reason, seen;

int main (void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 1) {
      // the other thread looks, and only then at
      // its cancellation point
      reason = 1;
#pragma omp cancel parallel
    } else {
      // nothing orders this
      seen = reason;
#pragma omp cancellation point parallel
    }
  }
  return seen > 1;
}
