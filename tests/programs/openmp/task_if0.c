// RACE-FREE
// FLAGS: -fopenmp
// WHY: a task that is not deferred

int shared, copy;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task if (0)
    shared = 1;
    copy = shared;
  }
  return copy - 1;
}
