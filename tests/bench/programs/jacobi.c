// Relaxation of a grid with OpenMP: a region of two loops, with a barrier behind
// each, for each of the iterations given.  Nothing races.

#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 200 };
static double now[SIZE][SIZE], before[SIZE][SIZE];

static double relax (void) {
  double change = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++)
        before[i][j] = now[i][j];
#pragma omp for reduction(+ : change)
    for (int i = 1; i < SIZE - 1; i++)
      for (int j = 1; j < SIZE - 1; j++) {
        double next = (before[i - 1][j] + before[i + 1][j] + before[i][j - 1] +
                       before[i][j + 1] + 1) / 4;
        change += (next - before[i][j]) * (next - before[i][j]);
        now[i][j] = next;
      }
  }
  return change;
}

int main (int argc, char **argv) {
  double change = 0;
  for (int i = argc > 1 ? atoi (argv[1]) : 100; i > 0; i--)
    change = relax ();
  printf ("%g\n", change);
  return 0;
}
