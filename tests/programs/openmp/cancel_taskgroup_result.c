// RACE: 15 15
// FLAGS: -fopenmp
// ENV: OMP_CANCELLATION=true
// WHY: a task that has begun goes on when another one cancels the group, up to its next cancellation point

int data[4] = {1, 1, 0, 0}, found;

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(i)
    if (data[i]) {
      found = i;
#pragma omp cancellation point taskgroup
      if (i == 3) {
#pragma omp cancel taskgroup
      }
    }
  }
  return found > 1;
}
