// RACE: 10 10
// FLAGS: -fopenmp
// WHY: an iteration reads what the next one writes

int a[40];

int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 39; i++)
    a[i] = a[i + 1] + 1;
  return 0;
}
