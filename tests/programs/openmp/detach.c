// RACE-FREE
// FLAGS: -fopenmp
// WHY: the task is over when its body and its event are, and taskwait waits for that

#include <omp.h>

int main (void) {
  int s = 0, other = 0, seen = 0;
  omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event) shared(s)
    s = 1;
#pragma omp task firstprivate(event) shared(other)
    {
      other = 2;
      omp_fulfill_event (event);
    }
#pragma omp taskwait
    seen = s + other;
  }
  return seen != 3;
}
