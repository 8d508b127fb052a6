// APART: 9 9
// LANES: 9 9
// FLAGS: -fopenmp
// WHY: parallel for simd
float a[65];
int main (void) {
#pragma omp parallel for simd
  for (int i = 0; i < 64; i++)
    a[i / 2 * 2] += i;
  return 0;
}
