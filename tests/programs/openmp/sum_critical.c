// RACE-FREE
// FLAGS: -fopenmp
// WHY: the sum is in a critical section

int sum;

int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
#pragma omp critical
    sum += i;
  }
  return sum - 28;
}
