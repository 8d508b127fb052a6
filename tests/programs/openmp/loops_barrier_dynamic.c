// RACE-FREE
// FLAGS: -fopenmp
// WHY: the barrier between dynamic loops, whatever the assignment

int a[24], b[24], c[24], sum;

int main (void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 24; i++)
      a[i] = i;
#pragma omp for schedule(guided, 2)
    for (int i = 0; i < 24; i++)
      b[i] = a[23 - i];
#pragma omp for schedule(dynamic, 3) reduction(+ : sum)
    for (int i = 0; i < 24; i++)
      sum += a[i] - b[23 - i] + (c[i] = 1);
  }
  return sum != 24;
}
