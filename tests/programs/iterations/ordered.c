// RACE-FREE
// FLAGS: -fopenmp
// WHY: the ordered part of neighbours
int a[4];
int main (void) {
#pragma omp parallel for ordered
  for (int i = 0; i < 8; i++) {
#pragma omp ordered
    a[i / 2] += i;
  }
  return 0;
}
