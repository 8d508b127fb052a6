// RACE-FREE
// FLAGS: -fopenmp
// WHY: depend orders the iterations
int a[17];
int main (void) {
#pragma omp parallel for ordered(1) num_threads(2)
  for (int i = 1; i < 9; i++) {
#pragma omp ordered depend(sink : i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return 0;
}
