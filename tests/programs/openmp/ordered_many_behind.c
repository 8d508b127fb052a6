// RACE: 13 13
// FLAGS: -fopenmp
// WHY: what is behind the ordered part of one iteration is in no order with the next one's

int sum, last;

int main (void) {
#pragma omp parallel for ordered schedule(dynamic, 2) num_threads(4)
  for (int i = 0; i < 100; i++) {
#pragma omp ordered
    sum += i;
    if (i == 49 || i == 50)
      last = i;
  }
  return sum != 4950;
}
