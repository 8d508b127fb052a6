// RACE-FREE
// FLAGS: -fopenmp
// WHY: a lock that its holder takes again

#include <omp.h>

int sum;
omp_nest_lock_t lock;

void add (int n) {
  omp_set_nest_lock (&lock);
  sum += n;
  omp_unset_nest_lock (&lock);
}

int main (void) {
  omp_init_nest_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    omp_set_nest_lock (&lock);
    add (2);
    omp_unset_nest_lock (&lock);
  }
  omp_destroy_nest_lock (&lock);
  return sum - 4;
}
