// RACE-FREE
// FLAGS: -fopenmp
// WHY: iterations that would follow the last one of an inner loop are none to wait for

int a[6][7];

int main (void) {
#pragma omp parallel for ordered(2) schedule(dynamic) num_threads(3)
  for (int i = 1; i < 6; i++)
    for (int j = 0; j < 5; j++) {
#pragma omp ordered depend(sink : i - 1, j + 1) depend(sink : i, j - 1)
      a[i][j] = a[i - 1][j + 1] + 1;
#pragma omp ordered depend(source)
    }
  return a[5][0] - 5;
}
