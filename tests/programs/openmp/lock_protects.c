// RACE-FREE
// FLAGS: -fopenmp
// WHY: omp_set_lock

#include <omp.h>

int sum;
omp_lock_t lock;

int main (void) {
  omp_init_lock (&lock);
#pragma omp parallel num_threads(3)
  {
    omp_set_lock (&lock);
    sum++;
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  return sum - 3;
}
