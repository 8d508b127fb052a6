// RACE-FREE
// FLAGS: -fopenmp
// WHY: depend (sink) and (source)

int a[6];

int main (void) {
#pragma omp parallel for ordered(1) num_threads(2)
  for (int i = 1; i < 6; i++) {
#pragma omp ordered depend(sink : i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return a[5] - 5;
}
