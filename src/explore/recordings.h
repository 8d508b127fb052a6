// The recordings of an exploration that are kept: those of its first run, of
// races and of runs that ended badly; the latest one of every candidate that is
// no race yet; those with branches to flip or with an open super-round; and
// those that a busy worker reads.  If they exceed the limit, the oldest ones
// that only have branches to flip are removed, too.
//
// A recording that is gone, also if somebody else removed it, is not used
// again.

#ifndef FT_EXPLORE_RECORDINGS_H
#define FT_EXPLORE_RECORDINGS_H

#include "explore/explore_workers.h"
#include "explore/search_state.h"

typedef struct ft_recordings {
  ft_map sizes; // by run: KiB of its recording
} ft_recordings;

void ft_recordings_release (ft_recordings *); // (ft_recordings){0} is empty

// Removes the other recordings.  False if those that must stay exceed the
// limit.
bool ft_recordings_prune (ft_recordings *, const ft_explore_options *,
                          ft_search_state *, const ft_explore_workers *);

#endif
