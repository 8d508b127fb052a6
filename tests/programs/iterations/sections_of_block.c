// APART: 9 11
// FLAGS: -fopenmp
// WHY: four sections of two threads: the second one need not be executed by the thread of the first one
int x, y;
int main (void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    x++;
#pragma omp section
    x++;
#pragma omp section
    y++;
#pragma omp section
    ;
  }
  return 0;
}
