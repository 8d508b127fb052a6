// RACE-FREE
// FLAGS: -fopenmp
// WHY: two iterations of the second loop are with one of the first one, in chunks of the same elements
int a[16], b[32];
int main (void) {
#pragma omp parallel
  {
#pragma omp for schedule(static, 3) nowait
    for (int i = 0; i < 16; i++)
      a[i] = i;
#pragma omp for schedule(static, 6)
    for (int i = 0; i < 32; i++)
      b[i] = a[i / 2];
  }
  return 0;
}
