// RACE: 13 13
// FLAGS: -fopenmp
// WHY: members of inner teams

#include <omp.h>

int last;

int main (void) {
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  last = omp_get_ancestor_thread_num (1);
  return 0;
}
