// RACE: 11 11
// FLAGS: -fopenmp
// WHY: an iteration waits for the one before the last, and reads what the last one writes

int a[12];

int main (void) {
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 2; i < 12; i++) {
#pragma omp ordered depend(sink : i - 2)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return 0;
}
