// RACE-FREE
// FLAGS: -fopenmp
// WHY: each thread reads what it wrote itself

int a[8], b[8];

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 8; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 8; i++)
      b[i] = a[i];
  }
  return b[7] - 7;
}
