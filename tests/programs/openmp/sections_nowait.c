// RACE: 14 21
// RACE: 16 23
// FLAGS: -fopenmp
// WHY: two constructs with nowait between them: the sections of the second one need not be executed by the threads of the first one

int x, y;

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp sections nowait
    {
#pragma omp section
      x = 1;
#pragma omp section
      y = 2;
    }
#pragma omp sections
    {
#pragma omp section
      x++;
#pragma omp section
      y++;
    }
  }
  return 0;
}
