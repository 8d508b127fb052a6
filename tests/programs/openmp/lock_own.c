// RACE: 12 12
// FLAGS: -fopenmp
// WHY: a lock for each thread excludes nobody

#include <omp.h>

int count;

static void add (omp_lock_t *lock) {
  omp_init_lock (lock);
  omp_set_lock (lock);
  count++;
  omp_unset_lock (lock);
  omp_destroy_lock (lock);
}

int main (void) {
#pragma omp parallel num_threads(2)
  {
    omp_lock_t own;
    add (&own);
  }
  return count == 0;
}
