// The pattern of k-means clustering: points are assigned to their nearest
// centre, sums of each thread are added to those of all in a critical section,
// how many changed is counted by an atomic update.
#include <math.h>
#include <stdio.h>

enum { points = 48, centres = 3, most_rounds = 5 };
static double at[points], centre[centres], sum[centres];
static int member[points], size[centres], changed;

static int nearest (double x) {
  int best = 0;
  for (int c = 1; c < centres; c++)
    if (fabs (x - centre[c]) < fabs (x - centre[best]))
      best = c;
  return best;
}

static void add_up (const double *own_sum, const int *own_size) {
#pragma omp critical(sums)
  for (int c = 0; c < centres; c++) {
    sum[c] += own_sum[c];
    size[c] += own_size[c];
  }
}

static void assign (void) {
  double own_sum[centres] = {0};
  int own_size[centres] = {0};
#pragma omp for schedule(dynamic, 4) nowait
  for (int i = 0; i < points; i++) {
    int c = nearest (at[i]);
    if (c != member[i]) {
#pragma omp atomic
      changed++;
      member[i] = c;
    }
    own_sum[c] += at[i];
    own_size[c]++;
  }
  add_up (own_sum, own_size);
}

static void move_centres (void) {
  for (int c = 0; c < centres; c++) {
    if (size[c])
      centre[c] = sum[c] / size[c];
    sum[c] = size[c] = 0;
  }
}

int main (void) {
  for (int i = 0; i < points; i++)
    at[i] = (i * 29) % 48 + (i % 3) * 40;
  for (int c = 0; c < centres; c++)
    centre[c] = c;
  int rounds = 0;
  do {
    changed = 0;
#pragma omp parallel
    assign ();
    move_centres ();
  } while (changed && ++rounds < most_rounds);
  printf ("%g %g %g\n", centre[0], centre[1], centre[2]);
  return 0;
}
