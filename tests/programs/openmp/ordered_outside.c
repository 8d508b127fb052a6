// RACE: 12 12
// FLAGS: -fopenmp
// WHY: what is behind the ordered part is not in order

int sum, last;

int main (void) {
#pragma omp parallel for ordered num_threads(2)
  for (int i = 0; i < 2; i++) {
#pragma omp ordered
    sum += i;
    last = i;
  }
  return 0;
}
