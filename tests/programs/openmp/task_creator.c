// RACE: 12 13
// FLAGS: -fopenmp
// WHY: the creator goes on beside its task

int shared, copy;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    shared = 1;
    copy = shared;
  }
  return 0;
}
