// RACE-FREE
// FLAGS: -fopenmp
// WHY: the loops have a barrier between them
int a[16], b[32];
int main (void) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 16; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 32; i++)
      b[i] = a[i / 2];
  }
  return 0;
}
