// RACE-FREE
// FLAGS: -fopenmp
// WHY: each round has a variable of its own, and a barrier ends the rounds
int a[12], sum;

int main (void) {
#pragma omp parallel
  {
    for (int k = 0; k < 12; k++)
#pragma omp single nowait
      a[k] = k;
#pragma omp barrier
#pragma omp master
    for (int k = 0; k < 12; k++)
      sum += a[k];
  }
  return 0;
}
