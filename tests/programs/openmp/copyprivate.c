// RACE-FREE
// FLAGS: -fopenmp
// WHY: single's value for all members

int main (void) {
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    int value;
#pragma omp single copyprivate(value)
    value = 7;
    sum += value;
  }
  return sum - 21;
}
