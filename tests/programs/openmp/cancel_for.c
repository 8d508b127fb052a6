// RACE-FREE
// FLAGS: -fopenmp
// ENV: OMP_CANCELLATION=true
// WHY: a search that ends when one thread has found it; the loop's end orders what was found, and the flag is free for the next loop

#include <omp.h>

int data[6], found = -1, rounds, sum;

int main (void) {
  data[4] = 1;
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 6; i++) {
#pragma omp cancellation point for
      if (data[i]) {
#pragma omp critical
        found = i;
#pragma omp cancel for
      }
    }
#pragma omp single
    rounds = found;
#pragma omp for
    for (int i = 0; i < 4; i++) {
#pragma omp cancel for if (i < 0)
#pragma omp atomic
      sum += 1;
    }
  }
  return found != 4 || rounds != 4 || sum != 4 || !omp_get_cancellation ();
}
