// Which recordings of an exploration stay: those of its first run, of races and
// of runs that ended badly; the latest of every candidate that is no race yet;
// those with branches to turn, or that a schedule is pursued from; and whatever
// a run that is under way looks at.  Where these are more than there may be,
// the oldest ones that only have branches to turn go, too.
//
// What is gone, also by somebody else's hand, is not asked for again.

#ifndef FT_EXPLORE_RECORDINGS_H
#define FT_EXPLORE_RECORDINGS_H

#include "explore/explore_workers.h"
#include "explore/search_state.h"

typedef struct ft_recordings {
  ft_map sizes; // KiB by run, of those that stay
} ft_recordings;

void ft_recordings_release (ft_recordings *); // (ft_recordings){0} is empty

// Removes the others.  False when those that have to stay are too much.
bool ft_recordings_prune (ft_recordings *, const ft_explore_options *,
                          ft_search_state *, const ft_explore_workers *);

#endif
