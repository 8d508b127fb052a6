// LANES: 18 16
// LANES: 24 24
// LANES: 32 29
// LANES: 37 37
// FLAGS: -fopenmp
// WHY: dependences that lanes do not keep, of iterations that took other branches

int a[100], b[100], c[100], d[100], e[100];

int main (void) {
  int i;
#pragma omp simd
  for (i = 0; i < 24; i++) {
    if (i % 2)
      // written by the odd iteration before the even one reads
      b[i + 1] = a[i];
    if (i % 2 == 0)
      a[i + 60] = b[i + 2];
  }
#pragma omp simd
  for (i = 0; i < 24; i++)
    for (int k = 0; k < 1 + i % 2; k++)
      if (k == i % 2)
        c[i + k] = e[i] + c[i]; // round 1 of an odd one comes behind round 0
#pragma omp simd
  for (i = 0; i < 24; i++) {
    for (int k = 0; k < 1 + i % 3; k++)
      if (k == 0)
        d[i] = e[i];
    // of the later iteration, behind its rounds
    if (i % 2 == 0)
      e[i] = d[i + 1];
  }
#pragma omp simd
  for (i = 0; i < 24; i++)
    if (i % 3 != 1)
      b[i / 3] = i;
  return b[3] < 0;
}
