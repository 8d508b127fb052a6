// Distances from the directions of branches to locations in the code of a
// program.
//
// Definition: the code that is kept with a run (symex/code/unit_code.h) is one
// graph.  A block has edges to its successors and to the functions that it
// calls; the blocks in which these return have edges back to all callers.  The
// distance is the least number of edges to a block with a location that is
// wanted.  Calls by address and starts of threads have no edges, so that a
// distance is only a hint. Source: directed symbolic execution (Ma et al., SAS
// 2011), AFLGo. Cost: linear in the code, for the graph and for each set of
// wanted locations. Examples: tests/explore/input_haystack.c, input_apart.c;
// tested in tests/unit/test_distance.c.

#ifndef FT_EXPLORE_DISTANCE_H
#define FT_EXPLORE_DISTANCE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/ids.h"

typedef struct ft_distances ft_distances;

// The graph of the program of a run directory; no location is wanted yet, so
// that all distances are infinite.
ft_distances *ft_distances_new (const char *run, ft_error *);
void ft_distances_free (ft_distances *);

// Sets the wanted locations: those of accesses, and with 'calls' of calls, for
// which 'wanted' holds; it gets the names that locations have in traces.  False
// if there are none.
bool ft_distances_to (ft_distances *, bool calls,
                      bool (*wanted) (const void *, const char *location),
                      const void *context);

// Sets the wanted locations: accesses that were not executed and have a
// partner, an executed access of the same variable, where one of the two
// writes.  Variables are the same if they, or the fields that are accessed
// through pointers, have the same name in the source.
bool ft_distances_to_partners (ft_distances *,
                               bool (*executed) (const void *,
                                                 const char *location),
                               const void *context);

// Sets the wanted locations: calls of functions that end the program when it
// has failed (assertions, abort, exit, uncaught exceptions).
bool ft_distances_to_failures (ft_distances *);

// The distance from the branch at a location with the given outcome; UINT32_MAX
// if there is no path, or no such branch.
uint32_t ft_distances_from (const ft_distances *, const char *branch,
                            uint64_t outcome);

#endif
