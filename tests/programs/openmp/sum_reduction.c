// RACE-FREE
// FLAGS: -fopenmp
// WHY: the sum is a reduction

int sum;

int main (void) {
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 8; i++)
    sum += i;
  return sum - 28;
}
