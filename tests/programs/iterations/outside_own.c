// RACE-FREE
// FLAGS: -fopenmp
// WHY: each thread has an element of its own for what it finds, before the loop, in it and behind it
#include <omp.h>
long part[64], sum;
int main (void) {
#pragma omp parallel
  {
    int me = omp_get_thread_num ();
    part[me] = 0;
#pragma omp for schedule(dynamic, 2) nowait
    for (int i = 0; i < 20; i++)
      part[me] += i;
    part[me] *= 2;
#pragma omp barrier
#pragma omp master
    for (int i = 0; i < omp_get_num_threads (); i++)
      sum += part[i];
  }
  return sum == 380 ? 0 : 1;
}
