// RACE-FREE
// FLAGS: -fopenmp
// WHY: depend (sink) and (source) in two loops of four threads, between which nothing waits

int a[10][7], b[10][7];

int main (void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for ordered(2) schedule(dynamic) nowait
    for (int i = 1; i < 10; i++)
      for (int j = 0; j < 5; j++) {
#pragma omp ordered depend(sink : i - 1, j + 1) depend(sink : i, j - 1)
        a[i][j] = a[i - 1][j + 1] + 1;
#pragma omp ordered depend(source)
      }
#pragma omp for ordered(2) schedule(dynamic, 2) collapse(2)
    for (int i = 1; i < 10; i++)
      for (int j = 0; j < 5; j++) {
#pragma omp ordered depend(sink : i - 1, j + 1) depend(sink : i, j - 1)
        b[i][j] = b[i - 1][j + 1] + 1;
#pragma omp ordered depend(source)
      }
  }
  return a[9][0] + b[9][0] - 10;
}
