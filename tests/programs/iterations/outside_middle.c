// APART: 13 18
// FLAGS: -fopenmp
// WHY: the second one of three sections is executed by the thread of 'master' at first, and need not be
int x;
int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp sections nowait
    {
#pragma omp section
      ;
#pragma omp section
      x = 1;
#pragma omp section
      ;
    }
#pragma omp master
    x = 2;
  }
  return 0;
}
