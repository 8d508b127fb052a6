// APART: 9 11
// FLAGS: -fopenmp
// WHY: an iteration reads what the next one writes, but never where a team of four is cut
int a[65];
int main (void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 64; i++)
    if (i % 16 == 3)
      a[i] = a[i + 1] + 1;
    else if (i % 16 == 4)
      a[i] = i;
  return 0;
}
