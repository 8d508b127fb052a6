// RACE-FREE
// FLAGS: -fopenmp
// WHY: taskgroup waits for the task's own tasks, too

int shared, copy;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        shared = 1;
      }
    }
    copy = shared;
  }
  return copy - 1;
}
