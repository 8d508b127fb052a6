// RACE: 15 15
// FLAGS: -fopenmp
// WHY: each of two locks guards the sum in every other iteration only

#include <omp.h>

int main (void) {
  int s = 0;
  omp_lock_t l[2];
  omp_init_lock (l);
  omp_init_lock (l + 1);
#pragma omp parallel for num_threads(2) schedule(static, 3)
  for (int i = 0; i < 12; i++) {
    omp_set_lock (l + i % 2);
    s += i;
    omp_unset_lock (l + i % 2);
  }
  omp_destroy_lock (l);
  omp_destroy_lock (l + 1);
  return s == 0;
}
