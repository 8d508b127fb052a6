// RACE: 10 10
// FLAGS: -fopenmp
// WHY: reduction (+: sum) is missing

int sum;

int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    sum += i;
  return 0;
}
