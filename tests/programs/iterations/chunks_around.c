// APART: 8 8
// FLAGS: -fopenmp
// WHY: chunks go around among four members; eight apart they are on one
int a[32];
int main (void) {
#pragma omp parallel for num_threads(4) schedule(dynamic)
  for (int i = 0; i < 32; i++)
    a[i % 8] += i; // chunks 8 apart: one thread when they go around
  return 0;
}
