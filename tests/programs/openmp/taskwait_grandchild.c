// RACE: 14 17
// FLAGS: -fopenmp
// WHY: taskwait does not wait for the task's own tasks

int shared, copy;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
#pragma omp task
      shared = 1;
    }
#pragma omp taskwait
    copy = shared;
  }
  return 0;
}
