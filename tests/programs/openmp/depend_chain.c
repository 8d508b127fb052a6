// RACE-FREE
// FLAGS: -fopenmp
// WHY: out, then in

int shared, copy;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : shared)
    shared = 1;
#pragma omp task depend(in : shared)
    copy = shared;
  }
  return copy - 1;
}
