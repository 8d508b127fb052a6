// APART: 9 12
// FLAGS: -fopenmp
// WHY: the chunk with iteration 0 may go to another thread than the one that executes 'master'
int a[8];
int main (void) {
#pragma omp parallel
  {
#pragma omp master
    a[0] = 7;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++)
      a[i]++;
  }
  return 0;
}
