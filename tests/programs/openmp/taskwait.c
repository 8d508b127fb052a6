// RACE-FREE
// FLAGS: -fopenmp
// WHY: the creator waits

int shared, copy;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    shared = 1;
#pragma omp taskwait
    copy = shared;
  }
  return copy - 1;
}
