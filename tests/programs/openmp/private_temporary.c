// RACE: 10 10
// FLAGS: -fopenmp
// WHY: private (t) is missing

int a[8], t;

int main (void) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 2; i++) {
    t = i;
    a[i] = t;
  }
  return 0;
}
