// RACE: 11 13
// FLAGS: -fopenmp
// WHY: two sections write one variable

int shared;

int main (void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    shared = 1;
#pragma omp section
    shared = 2;
  }
  return 0;
}
