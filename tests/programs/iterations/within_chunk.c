// RACE-FREE
// FLAGS: -fopenmp
// WHY: neighbours are in one chunk, which no thread shares
int a[32];
int main (void) {
#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < 64; i++)
    a[i / 2] = i; // one chunk
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < 64; i++)
    a[i / 2] = i;
  return 0;
}
