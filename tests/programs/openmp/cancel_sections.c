// RACE-FREE
// FLAGS: -fopenmp
// ENV: OMP_CANCELLATION=true
// WHY: one section cancels the others; each has a variable of its own

int a, b, c;

int main (void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      a = 1;
#pragma omp cancel sections
      a = 2;
    }
#pragma omp section
    {
#pragma omp cancellation point sections
      b = 1;
    }
#pragma omp section
    {
#pragma omp cancellation point sections
      c = 1;
    }
  }
  return a != 1;
}
