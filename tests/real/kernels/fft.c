// The pattern of a six-step FFT: rows are transformed by their owners, the
// matrix is transposed into another one, a barrier between each two steps.
#include "kernel.h"
#include <math.h>

enum { side = 8, points = side * side };
static double re[2][points], im[2][points];
static double checksum[threads], total;
static pthread_mutex_t total_mutex = PTHREAD_MUTEX_INITIALIZER;

static void transform_row (double *x, double *y) {
  double fx[side], fy[side];
  for (int k = 0; k < side; k++) {
    fx[k] = fy[k] = 0;
    for (int i = 0; i < side; i++) {
      double angle = -2 * M_PI * i * k / side;
      fx[k] += x[i] * cos (angle) - y[i] * sin (angle);
      fy[k] += x[i] * sin (angle) + y[i] * cos (angle);
    }
  }
  for (int k = 0; k < side; k++) {
    x[k] = fx[k];
    y[k] = fy[k];
  }
}

static void transpose (int from, long self) {
  for (int row = first (self, side); row < first (self + 1, side); row++)
    for (int column = 0; column < side; column++) {
      re[!from][row * side + column] = re[from][column * side + row];
      im[!from][row * side + column] = im[from][column * side + row];
    }
}

static void rows (int in, long self) {
  for (int row = first (self, side); row < first (self + 1, side); row++)
    transform_row (re[in] + row * side, im[in] + row * side);
}

static void kernel (long self) {
  barrier_wait ();
  transpose (0, self);
  barrier_wait ();
  rows (1, self);
  barrier_wait ();
  transpose (1, self);
  barrier_wait ();
  rows (0, self);
  barrier_wait ();
  for (int i = first (self, points); i < first (self + 1, points); i++)
    checksum[self] += re[0][i] + im[0][i];
  pthread_mutex_lock (&total_mutex);
  total += checksum[self];
  pthread_mutex_unlock (&total_mutex);
}

int main (void) {
  for (int i = 0; i < points; i++)
    re[0][i] = i % 7;
  run_kernel ();
  printf ("%.3f\n", total);
  return 0;
}
