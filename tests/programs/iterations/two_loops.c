// RACE-FREE
// FLAGS: -fopenmp
// WHY: static loops of one length have the same iterations on the same threads
int a[64], b[64];
int main (void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 64; i++)
      b[i] = a[i];
  }
  return 0;
}
