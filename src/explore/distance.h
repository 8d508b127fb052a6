// How far the sides of branches are from places in the code of a program.
//
// The code that is kept with a run (symex/code/unit_code.h) is one graph: a block leads
// to those that it may go on in, to the functions that it calls, and from where
// these return to their callers, whichever called.  The distance is the number
// of steps to the nearest block with a place that is wanted.  Calls by address
// and starts of threads are no steps.  So it is a hint, and nothing more.
// Cost: linear in the code, for the graph and for each set of wanted places.
// What it is good for: tests/explore/input_haystack.c, input_apart.c.

#ifndef FT_EXPLORE_DISTANCE_H
#define FT_EXPLORE_DISTANCE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/ids.h"

typedef struct ft_distances ft_distances;

// Of the program that a run directory is of; everything is infinitely far.
ft_distances *ft_distances_new (const char *run, ft_error *);
void ft_distances_free (ft_distances *);

// From now on, to the accesses, and with 'calls' the calls, at locations that
// are wanted, which have the names that traces give them.  Whether there are
// any.
bool ft_distances_to (ft_distances *, bool calls,
                      bool (*wanted) (const void *, const char *location),
                      const void *context);

// From now on, to accesses of what another place accesses, too, which was
// executed, as they were not, one of the two writing.  Names in the source say
// what is the same: variables, or fields of whatever is pointed to.
bool ft_distances_to_partners (ft_distances *,
                               bool (*executed) (const void *,
                                                 const char *location),
                               const void *context);

// From the side on which the branch at a location comes out with 'outcome';
// UINT32_MAX if there is no way, or no such branch.
uint32_t ft_distances_from (const ft_distances *, const char *branch,
                            uint64_t outcome);

#endif
