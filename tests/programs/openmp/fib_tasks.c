// RACE: 16 17
// RACE: 14 17
// FLAGS: -fopenmp
// WHY: the sum is made before taskwait

int wanted = 5;

static int fib (int n) {
  int first = 0, second = 0, both = 0;
  if (n < 2)
    return n;
  {
#pragma omp task shared(first)
    first = fib (n - 1);
#pragma omp task shared(second)
    second = fib (n - 2);
    both = first + second;
#pragma omp taskwait
  }
  return both;
}

int main (void) {
  int result = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  result = fib (wanted);
  return result > 5;
}
