// RACE-FREE
// FLAGS: -fopenmp
// WHY: each iteration has an element of its own, which it uses twice
int a[64];
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    a[i] = i;
    a[i] += 1;
  }
  return 0;
}
