// LOCKS: 20 22
// FLAGS: -fopenmp
// WHY: what is done when a test of a lock fails, which it does only while another thread has the lock

#include <omp.h>

int shared;
omp_lock_t lock;

int main (void) {
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    int got = omp_get_thread_num () == 0;
    if (got)
      omp_set_lock (&lock);
    else
      got = omp_test_lock (&lock);
    if (got)
      shared = 1, omp_unset_lock (&lock);
    else
      shared = 2;
  }
  omp_destroy_lock (&lock);
  return 0;
}
