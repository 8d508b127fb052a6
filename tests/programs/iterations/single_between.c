// RACE-FREE
// FLAGS: -fopenmp
// WHY: barriers stand between the loops and the singles, and each member has the same elements in both loops
int a[22], copy, sum;

int main (void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 22; i++)
      a[i] = i;
#pragma omp single
    copy = a[11];
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 22; i++)
      a[i] = a[i] + copy;
#pragma omp for schedule(static)
    for (int i = 0; i < 22; i++)
      a[i] = 2 * a[i];
#pragma omp single nowait
    sum = a[3];
#pragma omp barrier
#pragma omp single
    sum += a[4];
  }
  return 0;
}
