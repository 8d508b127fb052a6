// RACE-FREE
// FLAGS: -fopenmp
// WHY: no two iterations share an element

int a[40];

int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    a[i] = i;
  return a[3] - 3;
}
