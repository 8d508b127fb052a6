// RACE: 11 11
// RACE: 11 12
// FLAGS: -fopenmp
// WHY: the index of the outer loop is private by itself, that of the inner one is shared

int a[4][4], i, j;

int main (void) {
#pragma omp parallel for num_threads(2)
  for (i = 0; i < 4; i++)
    for (j = 0; j < 4; j++)
      a[i][j] = 1;
  return 0;
}
