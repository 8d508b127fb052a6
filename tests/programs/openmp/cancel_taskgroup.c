// RACE-FREE
// FLAGS: -fopenmp
// ENV: OMP_CANCELLATION=true
// WHY: tasks that search; the first one that finds it keeps those from beginning that have not

int data[6], found = -1;

int main (void) {
  data[0] = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 6; i++) {
#pragma omp task firstprivate(i)
      if (data[i]) {
#pragma omp atomic write
        found = i;
#pragma omp cancel taskgroup
      }
    }
    data[0] = found;
  }
  return found || data[0];
}
