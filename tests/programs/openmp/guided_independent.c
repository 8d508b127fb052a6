// RACE-FREE
// FLAGS: -fopenmp
// WHY: schedule (guided)

long a[30];

int main (void) {
#pragma omp parallel for schedule(guided, 2)
  for (long i = 29; i >= 0; i--)
    a[i] = i;
  return (int)a[29] - 29;
}
