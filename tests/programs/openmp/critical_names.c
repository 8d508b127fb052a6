// RACE: 13 18
// FLAGS: -fopenmp
// WHY: two names of critical sections exclude nothing

int shared;

int main (void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
#pragma omp critical(first)
      shared = 1;
    }
#pragma omp section
    {
#pragma omp critical(second)
      shared = 2;
    }
  }
  return 0;
}
