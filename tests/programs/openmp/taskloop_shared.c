// RACE: 12 12
// FLAGS: -fopenmp
// WHY: iterations of a taskloop

int last;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(2)
  for (int i = 0; i < 2; i++)
    last = i;
  return 0;
}
