// The pattern of a blocked LU factorisation: the owner of the diagonal block
// factors it, then owners of the panel, then owners of the inside; a barrier
// after each.  Blocks are dealt to threads in turn.
#include "kernel.h"

enum { blocks = 4, size = 3, side = blocks * size };
static double a[side][side];

static int owner (int i, int j) { return (i * blocks + j) % threads; }

static void factor (int k) {
  for (int p = k * size; p < (k + 1) * size; p++)
    for (int i = p + 1; i < (k + 1) * size; i++) {
      a[i][p] /= a[p][p];
      for (int j = p + 1; j < (k + 1) * size; j++)
        a[i][j] -= a[i][p] * a[p][j];
    }
}

static void below (int i, int k) {
  for (int p = k * size; p < (k + 1) * size; p++)
    for (int r = i * size; r < (i + 1) * size; r++) {
      a[r][p] /= a[p][p];
      for (int c = p + 1; c < (k + 1) * size; c++)
        a[r][c] -= a[r][p] * a[p][c];
    }
}

static void beside (int k, int j) {
  for (int p = k * size; p < (k + 1) * size; p++)
    for (int r = p + 1; r < (k + 1) * size; r++)
      for (int c = j * size; c < (j + 1) * size; c++)
        a[r][c] -= a[r][p] * a[p][c];
}

static void inside (int i, int j, int k) {
  for (int r = i * size; r < (i + 1) * size; r++)
    for (int p = k * size; p < (k + 1) * size; p++)
      for (int c = j * size; c < (j + 1) * size; c++)
        a[r][c] -= a[r][p] * a[p][c];
}

static void kernel (long self) {
  barrier_wait ();
  for (int k = 0; k < blocks; k++) {
    if (owner (k, k) == self)
      factor (k);
    barrier_wait ();
    for (int i = k + 1; i < blocks; i++) {
      if (owner (i, k) == self)
        below (i, k);
      if (owner (k, i) == self)
        beside (k, i);
    }
    barrier_wait ();
    for (int i = k + 1; i < blocks; i++)
      for (int j = k + 1; j < blocks; j++)
        if (owner (i, j) == self)
          inside (i, j, k);
  }
}

int main (void) {
  unsigned seed = 1;
  for (int i = 0; i < side; i++)
    for (int j = 0; j < side; j++)
      a[i][j] = next_random (&seed) % 10 + (i == j ? 100 : 0);
  run_kernel ();
  double trace = 0;
  for (int i = 0; i < side; i++)
    trace += a[i][i];
  printf ("%.3f\n", trace);
  return 0;
}
