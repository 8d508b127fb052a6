// RACE-FREE
// FLAGS: -fopenmp
// WHY: two sections with variables of their own

int first, second;

int main (void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    first = 1;
#pragma omp section
    second = 2;
  }
  return first + second - 3;
}
