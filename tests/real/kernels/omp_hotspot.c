// The pattern of a heat simulation: a five-point stencil from one grid into the
// other, a region for each step; the largest change is a reduction.
#include <math.h>
#include <stdio.h>

enum { side = 12, steps = 6 };
static double grid[2][side][side];

static double cell (int from, int i, int j) {
  double (*g)[side] = grid[from];
  return g[i][j] + 0.2 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1] - 4 * g[i][j]);
}

static double advance (int from) {
  double change = 0;
#pragma omp parallel for collapse(2) reduction(max : change)
  for (int i = 1; i < side - 1; i++)
    for (int j = 1; j < side - 1; j++) {
      double next = cell (from, i, j);
      double by = fabs (next - grid[from][i][j]);
      grid[!from][i][j] = next;
      if (by > change)
        change = by;
    }
  return change;
}

int main (void) {
  grid[0][side / 2][side / 2] = 100;
  double change = 0;
  for (int k = 0; k < steps; k++)
    change = advance (k & 1);
  printf ("%g\n", change);
  return change > 50;
}
