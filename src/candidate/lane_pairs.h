// Lanes of simd loops: pairs of accesses of a recording that depend on each other
// and that were made in two iterations of an OpenMP simd loop, which the loop says
// may be executed at once.
//
// The evidence is the recording itself: both accesses happened, to the same bytes, in
// these two iterations, and 'safelen', or that there is none, is what the source
// says.  No order of threads is predicted, and nothing is certified.
//
// Lanes execute the same statement together, so that what an iteration does in an
// earlier statement comes before what a later iteration does in a later one.  A
// dependence of that direction is kept by the lanes, and is none of these pairs: the
// later iteration's access must be the same one as the earlier iteration's, or stand
// before it.

#ifndef FT_CANDIDATE_LANE_PAIRS_H
#define FT_CANDIDATE_LANE_PAIRS_H

#include "base/deadline.h"
#include "run/openmp_marks.h"

typedef struct ft_lane_pair {
  char *location[2]; // owned: of the earlier and of the later iteration
  char *loop;        // owned: location of the directive
  uint64_t iteration[2]; // that have the smallest distance found, from 0 on
  uint64_t lanes;        // that may be executed at once; UINT64_MAX: any
  uint64_t count;        // of all instances
} ft_lane_pair;

typedef FT_STACK (ft_lane_pair) ft_lane_pairs;

// Of a recording whose code has simd loops.  False and an error if it cannot be read.
bool ft_lane_pairs_find (ft_lane_pairs *, const char *run, const ft_deadline *,
                         ft_error *);

void ft_lane_pair_release (ft_lane_pair *);
void ft_lane_pairs_release (ft_lane_pairs *); // {0} is empty

#endif
