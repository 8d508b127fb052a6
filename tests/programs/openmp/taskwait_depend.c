// RACE: 13 15
// FLAGS: -fopenmp
// WHY: a taskwait with depend waits for the tasks of this variable only

int main (void) {
  int x = 0, y = 0, sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
#pragma omp task depend(out : y) shared(y)
    y = 1;
#pragma omp taskwait depend(in : x)
    sum = x + y;
  }
  return sum < 1;
}
