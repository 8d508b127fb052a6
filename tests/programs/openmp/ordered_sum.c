// RACE-FREE
// FLAGS: -fopenmp
// WHY: the ordered part of a loop

int sum;

int main (void) {
#pragma omp parallel for ordered num_threads(2)
  for (int i = 0; i < 6; i++) {
#pragma omp ordered
    sum += i;
  }
  return sum - 15;
}
