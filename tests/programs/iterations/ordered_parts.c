// APART: 12 15
// FLAGS: -fopenmp
// WHY: what is behind the ordered part; what is before it is in order with later ones
int a[64], b[64], sum;
int main (void) {
#pragma omp parallel for ordered
  for (int i = 0; i < 64; i++) {
    b[i] = i;
#pragma omp ordered
    sum += i ? b[i - 1] : 0;
    if (i == 32)
      a[0] = i;
    // Iterations 32 and 33 are on one thread of four.
    if (i == 33)
      a[0] = i;
  }
  return sum != 63 * 62 / 2;
}
