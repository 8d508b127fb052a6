// The windows and time limits of a comparison.

#ifndef FT_PREDICT_GRID_H
#define FT_PREDICT_GRID_H

#include "base/ids.h"
#include "base/stack.h"

typedef struct ft_grid {
  FT_STACK (ft_id) windows;   // events; 0: the whole trace
  FT_STACK (double) timeouts; // seconds per candidate
} ft_grid;

void ft_grid_release (ft_grid *); // (ft_grid){0} is empty

// Sorts both lists, the whole trace last, and drops repetitions.
void ft_grid_sort (ft_grid *);

#endif
