// RACE-FREE
// FLAGS: -fopenmp
// WHY: a threadprivate counter: the first thread has it at one address
int n, a[32];
#pragma omp threadprivate(n)
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 32; i++) {
    n++;
    a[i] = i;
  }
  return 0;
}
