// RACE: 10 10
// FLAGS: -fopenmp
// WHY: iterations that one thread may have executed

int a[9];

int main (void) {
#pragma omp parallel for schedule(dynamic) num_threads(2)
  for (int i = 0; i < 8; i++)
    a[i + 1] = a[i] + 1;
  return 0;
}
