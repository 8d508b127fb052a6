// RACE: 16 16
// FLAGS: -fopenmp
// ENV: OMP_CANCELLATION=true
// WHY: cancelling a loop does not keep two threads from finding something each

int data[8], found;

int main (void) {
  data[1] = data[6] = 1;
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 8; i++) {
      if (data[i]) {
        // two iterations have what is looked for
        found = i;
#pragma omp cancel for
      }
    }
  }
  return !found;
}
