// APART: 9 11
// FLAGS: -fopenmp
// WHY: a 'single' may be executed by any thread, what 'masked' names by one
int x;
int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    x = 1;
#pragma omp single
    x = 2;
  }
  return 0;
}
