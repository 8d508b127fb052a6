// RACE: 11 13
// FLAGS: -fopenmp
// WHY: tasks exclude each other by mutexinoutset of one variable only; these name two

int main (void) {
  int s = 0, d = 0, e = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : d) shared(s)
    s += 1;
#pragma omp task depend(mutexinoutset : e) shared(s)
    s += 2;
  }
  return s + d + e == 0;
}
