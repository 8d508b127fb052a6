// The first pass over a run (see 'native_shared.h') while it is under way: what
// is known of each granule, and how touches change it.

#ifndef FT_RUN_SHARING_H
#define FT_RUN_SHARING_H

#include "base/deadline.h"
#include "base/progress.h"
#include "run/epochs.h"
#include "run/granule_ranges.h"
#include "run/granules.h"
#include "run/memory_blocks.h"
#include "run/run_access.h"
#include "run/uninstrumented.h"

// ---- shared ----------------------------------------------------------------

// The first pass over a run: which granules, in which of their lifetimes, more
// than one thread uses.
//
// Kept are those with two accesses that conflict and that fork and join do not
// order (see 'native_ages.h').  A free counts as a write of the granules that
// were accessed before it.  What is never written in a lifetime is not kept,
// however many read it.
//
// That memory is allocated before it is accessed must stay true in every
// reordering, too.  Where fork and join do not see to it, what two threads read
// is kept; and when only another thread than that which allocated it uses a
// granule, one such access of that thread to the block is, the first one.
//
// Memory that was freed and is used again without an allocation was allocated
// unseen, or is used after its free.  It is the latter for certain when nothing
// could be allocated unseen meanwhile, which only happens in external calls;
// then it is still the variable that the free is of.

typedef struct ft_uninstrumented ft_uninstrumented;

struct ft_shared_granule {
  uint64_t life, granule; // and one of these:
};

#define FT_SHARED_ONCE ((uint64_t)1 << 63)  // only its first access
#define FT_SHARED_AFTER_FREE ((uint64_t)1 << 62) // it was freed and is used still
#define FT_SHARED_GRANULE (FT_SHARED_AFTER_FREE - 1)

// Orders them by lifetime, for 'qsort' and 'bsearch'.
int ft_shared_compare (const void *, const void *);

typedef struct ft_shared {
  FT_STACK (ft_shared_granule) granules; // ascending
  FT_STACK (uint64_t) cut; // lifetimes that ended unseen, ascending
  uint64_t words;          // in all logs
  ft_map counted; // semaphores whose count some thread was told: the set of
                  // their addresses

  // Of writes that no record tells of (see 'native_unseen.h').
  FT_STACK (ft_shared_granule) unseen; // where they are, ascending
  ft_map unseen_places;                // where they may have been made

  ft_granule_ranges stretches; // of 'granules', once 'ft_shared_form_ranges' was called
  FT_STACK (ft_shared_granule) singles; // that are not to be in stretches
} ft_shared;

// 'all' keeps every granule that is accessed at all, for tests.  Code 68 when
// the time is over; the deadline may be NULL.
bool ft_shared_find (ft_shared *, const ft_run *, bool all,
                     const ft_deadline *, ft_progress_callback, ft_error *);
void ft_shared_release (ft_shared *); // (ft_shared){0} is empty

// The granules of a lifetime, '*count' of them.
const ft_shared_granule *ft_shared_in (const ft_shared *, uint64_t life,
                                       size_t *count);

// Ends the lists of the pass: in order, with those that were written unseen.
void ft_shared_close (ft_shared *, ft_uninstrumented *);

// Adds granules, to be variables of their own.
void ft_shared_add (ft_shared *, const ft_shared_granule *, size_t count);

// When all granules were added.
void ft_shared_form_ranges (ft_shared *);

bool ft_shared_is_uninstrumented (const ft_shared *, uint64_t life, uint64_t granule);

bool ft_shared_is_cut (const ft_shared *, uint64_t life);

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
