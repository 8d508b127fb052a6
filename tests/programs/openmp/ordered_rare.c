// RACE-FREE
// FLAGS: -fopenmp
// WHY: iterations without an ordered part pass the turn on; two loops without a barrier between them

int sum, other;

int main (void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for ordered schedule(dynamic) nowait
    for (int i = 0; i < 40; i++)
      if (i % 7 == 0) {
#pragma omp ordered
        sum += i;
      }
#pragma omp for ordered
    for (int i = 0; i < 40; i++) {
#pragma omp ordered
      other += i;
    }
  }
  return sum != 105 || other != 780;
}
