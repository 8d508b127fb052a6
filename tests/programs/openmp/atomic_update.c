// RACE-FREE
// FLAGS: -fopenmp
// WHY: the update is atomic

int sum;

int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
#pragma omp atomic
    sum += i;
  }
  return sum - 28;
}
