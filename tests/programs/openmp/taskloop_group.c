// RACE-FREE
// FLAGS: -fopenmp
// WHY: the end of a taskloop waits for its tasks

int a[6];

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop grainsize(2)
    for (int i = 0; i < 6; i++)
      a[i] = i;
    a[0] = a[5];
  }
  return a[0] - 5;
}
