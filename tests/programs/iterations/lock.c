// RACE-FREE
// FLAGS: -fopenmp
// WHY: a lock of the library
#include <omp.h>
int a[32];
omp_lock_t l;
int main (void) {
  omp_init_lock (&l);
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    omp_set_lock (&l);
    a[i / 2] += i;
    omp_unset_lock (&l);
  }
  omp_destroy_lock (&l);
  return 0;
}
