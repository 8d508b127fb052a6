// APART: 9 13
// FLAGS: -fopenmp
// WHY: 'master' has no barrier behind it, and a section may be executed by another thread than the first one
int x, y, z;
int main (void) {
#pragma omp parallel
  {
#pragma omp master
    x = 1;
#pragma omp sections
    {
#pragma omp section
      y = x;
#pragma omp section
      z = 2;
    }
  }
  return 0;
}
