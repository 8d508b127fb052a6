// The first pass over a run (see 'native_shared.h') while it is under way: what
// is known of each granule, and how touches change it.

#ifndef FT_RUN_SHARING_H
#define FT_RUN_SHARING_H

#include "run/run_access.h"
#include "run/epochs.h"
#include "run/granules.h"
#include "run/shared.h"
#include "run/uninstrumented.h"

typedef struct ft_sharing {
  ft_shared *shared;
  ft_run_reader *walk;
  ft_memory_blocks blocks;
  ft_granules granules;
  ft_run_epochs ages;
  ft_map strangers; // (lifetime, thread) that did not allocate it but uses it
  FT_STACK (ft_id)
  changed;                     // per block: the segment that allocated it, or
                               // freed it
  FT_STACK (uint64_t) freed;   // per block: external calls before its free
  uint64_t externals;          // external calls so far
  ft_uninstrumented *unseen;           // owned
  ft_ranges pieces;            // granules that are touched alike so far
  FT_STACK (ft_granule_range) fresh; // that the touch at hand is the first of
  bool has_unmarked; // there was a block that is too large to be marked
  bool all, stretches;
} ft_sharing;

// An access, by the segment 'now'.
void ft_sharing_access (ft_sharing *, const ft_run_access *, ft_id now);

// A block begins or ends at 'now', by 'c'.
void ft_sharing_block_change (ft_sharing *, ft_block_change c, ft_id now);

// Ends the pieces that meet some granules.  What is known of them is known of
// their lifetime; where it does not end with them they are not told.
void ft_sharing_end_ranges (ft_sharing *, uint64_t first, uint64_t last, bool tell);

#endif
