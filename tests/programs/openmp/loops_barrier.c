// RACE-FREE
// FLAGS: -fopenmp
// WHY: the barrier between two loops

int a[8], b[8];

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 8; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 8; i++)
      b[i] = a[7 - i];
  }
  return b[0] - 7;
}
