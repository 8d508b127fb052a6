// APART: 10 12
// FLAGS: -fopenmp
// WHY: an atomic update and a plain write of neighbours
int a[32];
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    if (i & 1) {
#pragma omp atomic
      a[i / 2] += i;
    } else
      a[i / 2] = i;
  return 0;
}
