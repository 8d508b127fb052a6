// RACE: 12 14
// FLAGS: -fopenmp
// WHY: two tasks without an order

int shared;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    shared = 1;
#pragma omp task
    shared = 2;
  }
  return 0;
}
