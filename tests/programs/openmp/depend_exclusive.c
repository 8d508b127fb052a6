// RACE-FREE
// FLAGS: -fopenmp
// WHY: mutexinoutset: in any order, but not at the same time

int sum;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : sum)
    sum += 1;
#pragma omp task depend(mutexinoutset : sum)
    sum += 2;
  }
  return sum - 3;
}
