// RACE: 12 15
// FLAGS: -fopenmp
// WHY: the second loop reads other threads' elements

int a[8], b[8];

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for nowait
    for (int i = 0; i < 8; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 8; i++)
      b[i] = a[7 - i];
  }
  return 0;
}
