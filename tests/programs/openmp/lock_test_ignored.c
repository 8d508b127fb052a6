// RACE: 16 16
// FLAGS: -fopenmp
// WHY: the result of omp_test_lock is not looked at

#include <omp.h>

int shared;
omp_lock_t lock;

int main (void) {
  omp_init_lock (&lock);
  omp_set_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    int got = omp_test_lock (&lock);
    shared = omp_get_thread_num ();
    if (got)
      omp_unset_lock (&lock);
  }
  return 0;
}
