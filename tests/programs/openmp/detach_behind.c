// RACE: 14 18
// FLAGS: -fopenmp
// WHY: the task whose event is fulfilled may run behind that, beside the other one

#include <omp.h>

int main (void) {
  int s = 0;
  omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event) shared(s)
    s = 1;
#pragma omp task firstprivate(event) shared(s)
    {
      omp_fulfill_event (event);
      s = 2;
    }
  }
  return !s;
}
