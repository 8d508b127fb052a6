// RACE-FREE
// FLAGS: -fopenmp
// WHY: reductions over elements of global arrays, and of what a pointer points to

#include <stdlib.h>

int count[8], all[4], *block;
double pair[2][3];

static int parts (int n) {
  int other = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for reduction(+ : count[:n], other) nowait
    for (int i = 0; i < 24; i++) {
      int *p = i & 1 ? &count[1] : &count[2];
      count[i % 8]++;
      ++*p;
      other += count[0] >= 0;
    }
#pragma omp for reduction(max : all[3])
    for (int i = 0; i < 24; i++)
      all[3] = all[3] > i ? all[3] : i;
  }
  return other;
}

int main (void) {
  block = calloc (5, sizeof *block);
  int wrong = parts (8) != 24 || count[0] != 3 || count[1] != 15 ||
              count[2] != 15 || all[3] != 23;
#pragma omp parallel for num_threads(3) reduction(+ : block[1:4], pair[1][:2])
  for (int i = 0; i < 12; i++) {
    block[1 + i % 4] += 2;
    pair[1][1] += 1;
  }
  wrong |= block[1] != 6 || block[4] != 6 || pair[1][1] != 12;
  free (block);
  return wrong;
}
