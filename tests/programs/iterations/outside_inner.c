// APART: 16 21
// FLAGS: -fopenmp
// WHY: the sections of the outer region may be executed by others than the thread that runs an inner region before; what it does there is over
int x, y, z;
int main (void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp master
    {
      x = 1;
#pragma omp parallel num_threads(2)
      {
#pragma omp master
        y = 1;
      }
      z = 1;
    }
#pragma omp sections
    {
#pragma omp section
      z++;
#pragma omp section
      ;
    }
  }
  return 0;
}
