#include "predict/grid.h"

void ft_grid_release (ft_grid *grid) {
  FT_RELEASE (grid->windows);
  FT_RELEASE (grid->timeouts);
}

// The whole trace is wider than every window: 0 wraps to the greatest.
static int compare_windows (const void *a, const void *b) {
  ft_id v = *(const ft_id *)a - 1, w = *(const ft_id *)b - 1;
  return (v > w) - (v < w);
}

static int compare_timeouts (const void *a, const void *b) {
  double v = *(const double *)a, w = *(const double *)b;
  return (v > w) - (v < w);
}

#define DROP_REPETITIONS(list)                                                 \
  do {                                                                         \
    size_t kept = 0;                                                           \
    for (size_t i = 0; i < (list).size; i++)                                   \
      if (!i || (list).begin[i] != (list).begin[kept - 1])                     \
        (list).begin[kept++] = (list).begin[i];                                \
    (list).size = kept;                                                        \
  } while (0)

void ft_grid_sort (ft_grid *grid) {
  qsort (grid->windows.begin, grid->windows.size, sizeof (ft_id),
         compare_windows);
  qsort (grid->timeouts.begin, grid->timeouts.size, sizeof (double),
         compare_timeouts);
  DROP_REPETITIONS (grid->windows);
  DROP_REPETITIONS (grid->timeouts);
}
