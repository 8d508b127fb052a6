// RACE-FREE
// FLAGS: -fopenmp
// WHY: copyin copies the first member's value into the others' variables

static int copied = 1;
#pragma omp threadprivate(copied)

int main (void) {
  int sum = 0;
  copied = 5;
#pragma omp parallel num_threads(3) copyin(copied) reduction(+ : sum)
  sum += copied;
  return sum - 15;
}
