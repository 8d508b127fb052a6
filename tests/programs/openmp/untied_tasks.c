// RACE: 17 24
// FLAGS: -fopenmp
// WHY: an untied task goes on where it has waited for its children, and with if(0)

int before, after, all, end;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task untied
    {
#pragma omp task
      before = 1;
#pragma omp taskwait
      after = before + 1;
      all = after;
#pragma omp task
      end = 1;
#pragma omp taskwait
      after += end;
    }
#pragma omp task if (0) untied
    all = 5;
#pragma omp taskwait
  }
  return after - 3;
}
