// RACE-FREE
// FLAGS: -fopenmp
// WHY: outside of regions tasks are executed by the one thread there is

int last;

int main (void) {
#pragma omp task
  last = 1;
#pragma omp task
  last = 2;
  return last - 2;
}
