// RACE-FREE
// FLAGS: -fopenmp
// WHY: threads that cannot get a lock go on without what it protects, or try again

#include <omp.h>

int shared, missed, nested;
omp_lock_t lock;
omp_nest_lock_t nest;

int main (void) {
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
#pragma omp parallel num_threads(2)
  {
    if (omp_test_lock (&lock)) {
      shared++;
      omp_unset_lock (&lock);
    } else {
#pragma omp atomic
      missed++;
    }
    while (!omp_test_nest_lock (&nest))
      ;
    omp_set_nest_lock (&nest);
    nested++;
    omp_unset_nest_lock (&nest);
    omp_unset_nest_lock (&nest);
  }
  omp_destroy_nest_lock (&nest);
  omp_destroy_lock (&lock);
  return nested - 2;
}
