// APART: 10 13
// FLAGS: -fopenmp
// WHY: of a team of three, another thread reads element 5 than the one that writes it; of two or four threads each reads its own
int a[16], b[32];
int main (void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 16; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 32; i++)
      b[i] = a[i / 2];
  }
  return 0;
}
