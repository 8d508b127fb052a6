// RACE: 14 16
// FLAGS: -fopenmp
// WHY: two tasks with depend (in) that write

int shared, other;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : shared)
    shared = 1;
#pragma omp task depend(in : shared)
    other = shared;
#pragma omp task depend(in : shared)
    other = shared + 1;
  }
  return 0;
}
