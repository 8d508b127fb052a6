// RACE-FREE
// FLAGS: -fopenmp
// WHY: dependences that lanes keep in iterations that took other branches and rounds

int a[100], b[100], c[200], e[100], f[100], grid[3][40];

static void skip (int *to, const int *from) {
  if (*from & 1)
    to[0] += from[1];
  to[2] = from[2];
}

int main (void) {
  int i, k, n;
  for (i = 0; i < 100; i++)
    a[i] = b[i] = e[i] = i;
#pragma omp simd
  for (i = 0; i < 24; i++) {
    if (i % 2 == 0)
      f[i] = e[i] + e[i + 24] + e[i + 48];
    for (int k = 0; k < 2; k++)
      grid[k + 1][i + 1] = grid[k][i]; // written in round 0, read in round 1
  }
#pragma omp simd private(k, n)
  for (i = 0; i < 24; i++) {
    for (k = 0; k < i % 3; k++) {
      if (e[i] == 7)
        break;
      f[i] += e[i + k];
    }
    n = i % 2;
    while (n--)
      f[i]++;
    a[i] = f[i]; // behind the loops, whatever their rounds
    if (i % 3)
      b[i] = a[i - 1];
  }
#pragma omp simd
  for (i = 0; i < 24; i++) {
    skip (c + 4 * i, e + i);
    f[i] = c[4 * i] + (i ? c[4 * i - 2] : 0); // behind the calls
  }
  return f[20] + grid[2][2] < 0;
}
