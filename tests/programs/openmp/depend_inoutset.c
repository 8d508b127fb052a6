// RACE: 15 17
// FLAGS: -fopenmp
// WHY: tasks of one inoutset have no order among themselves

int value, copy;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : value)
    value = 1;

#pragma omp task depend(inoutset : value)
    value += 2;
#pragma omp task depend(inoutset : value)
    value += 3;
#pragma omp task depend(in : value)
    copy = value;
  }
  return copy == 0;
}
