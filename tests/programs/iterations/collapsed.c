// APART: 9 9
// FLAGS: -fopenmp
// WHY: two loops made one: iterations are counted through
int a[8][8];
int main (void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      a[i][j / 2] = i;
  return 0;
}
