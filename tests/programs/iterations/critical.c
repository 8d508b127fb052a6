// RACE-FREE
// FLAGS: -fopenmp
// WHY: a critical section around the access
int a[32];
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
#pragma omp critical
    a[i / 2] += i;
  return 0;
}
