// APART: 10 10
// FLAGS: -fopenmp
// WHY: four iterations add to one element
int a[16][8], t[16];
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 16; i++) {
    for (int j = 0; j < 8; j++)
      a[i][j] = i + j;
    t[i / 4] += a[i][0]; // four iterations of one chunk
  }
  return 0;
}
