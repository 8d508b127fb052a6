// RACE-FREE
// FLAGS: -fopenmp
// WHY: atomic updates
int a[32];
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
#pragma omp atomic
    a[i / 2] += i;
  }
  return 0;
}
