// RACE-FREE
// FLAGS: -fopenmp
// WHY: the temporary variable is private

int a[8], t;

int main (void) {
#pragma omp parallel for private(t)
  for (int i = 0; i < 8; i++) {
    t = i;
    a[i] = t;
  }
  return a[5] - 5;
}
