// The sharing analysis, the first pass over a run: which granules, in which of
// their lifetimes, more than one thread uses in a conflicting way.
//
// Kept are the granules with two accesses that conflict and that fork and join,
// or barriers with fixed rounds, do not order (see 'epochs.h').  A free counts as
// a write of the granules that were accessed before it.  Granules that are never
// written in a lifetime are not kept, however many threads read them.
//
// An access must come after the allocation of its memory in every reordering,
// too.  Where nothing of these ensures this order, granules that two threads
// read are kept.  If one thread alone uses a granule and another thread
// allocated it, the first access of the user to the block is kept.
//
// Freed memory may be used again without a record of an allocation.  Either it
// was allocated without a record, or this is a use after free.  Allocations
// without records happen in external calls only: if there was no such call
// meanwhile, it is a use after free, and the granule is still the variable that
// was freed.
//
// A second free counts as a write of the block's first granule, so that the two
// frees conflict.  It also conflicts with what was accessed before the first one:
// if there is such a free, a second pass keeps that of the first FT_MOST_FREED_AGAIN
// granules of the block.

#ifndef FT_RUN_SHARING_H
#define FT_RUN_SHARING_H

#include "base/deadline.h"
#include "base/progress.h"
#include "run/epochs.h"
#include "run/granule_ranges.h"
#include "run/granules.h"
#include "run/memory_blocks.h"
#include "run/memory_reuse.h"
#include "run/run_access.h"
#include "run/taken_numbers.h"
#include "run/uninstrumented.h"
#include "run/unrecorded_calls.h"

// ---- the result: shared granules -------------------------------------------

typedef struct ft_uninstrumented ft_uninstrumented;

struct ft_shared_granule {
  uint64_t life, granule; // 'granule' with one of these flags:
};

#define FT_SHARED_ONCE ((uint64_t)1 << 63) // only its first access is kept
#define FT_SHARED_AFTER_FREE ((uint64_t)1 << 62) // used after its free
#define FT_SHARED_GRANULE (FT_SHARED_AFTER_FREE - 1)

#define FT_MOST_FREED_AGAIN 512

// The order by lifetime and granule, for 'qsort' and 'bsearch'.
int ft_shared_compare (const void *, const void *);

typedef struct ft_shared {
  FT_STACK (ft_shared_granule) granules; // ascending
  FT_STACK (uint64_t) cut; // lifetimes that ended without a record, ascending
  // Of blocks with a second free: the lifetime before the first one, and the first
  // granule; ascending behind the pass.
  FT_STACK (ft_shared_granule) freed_again;
  uint64_t words;          // of all logs
  ft_map counted; // set of addresses of semaphores whose count was read
  ft_map observed; // set of addresses of words of the runtime that were read:
                   // effects that had a cause (FT_WIRE_CAUSE)
  ft_taken_numbers numbers;

  // Uninstrumented writes (see 'uninstrumented.h'):
  FT_STACK (ft_shared_granule) uninstrumented; // granules, ascending
  ft_map uninstrumented_ticks; // ticks at which they may have happened

  ft_call_moments calls; // without records
  ft_memory_reuses reuses;

  ft_granule_ranges ranges; // of 'granules', by 'ft_shared_form_ranges'
  FT_STACK (ft_shared_granule) singles; // granules that belong to no range
} ft_shared;

// Which accessed granules are kept.
typedef enum ft_shared_extent {
  FT_SHARED_ALL,             // every one, for tests
  FT_SHARED_UNLESS_FORKS,    // unless fork and join order its accesses
  FT_SHARED_UNLESS_BARRIERS, // unless fork, join and barriers do: where nobody
                             // asks what happens on alternative paths
} ft_shared_extent;

// Find the shared granules.  Code 68 if the time is over; the deadline may be
// NULL.
bool ft_shared_find (ft_shared *, const ft_run *, ft_shared_extent,
                     const ft_deadline *, ft_progress_callback, ft_error *);
void ft_shared_release (ft_shared *); // (ft_shared){0} is empty

// The '*count' granules of a lifetime.
const ft_shared_granule *ft_shared_in (const ft_shared *, uint64_t life,
                                       size_t *count);

// Complete the lists of the pass: sorted, and with the uninstrumented writes.
void ft_shared_close (ft_shared *, ft_uninstrumented *);

// Add granules that are to be variables of their own.
void ft_shared_add (ft_shared *, const ft_shared_granule *, size_t count);

// Form the ranges, after all granules were added.
void ft_shared_form_ranges (ft_shared *);

bool ft_shared_is_uninstrumented (const ft_shared *, uint64_t life,
                                  uint64_t granule);

// Whether a granule is in the lifetime of a block that has a second free, and among
// its first ones.
bool ft_shared_is_freed_again (const ft_shared *, uint64_t life,
                               uint64_t granule);

bool ft_shared_is_cut (const ft_shared *, uint64_t life);

// ---- the pass --------------------------------------------------------------

typedef struct ft_sharing {
  ft_shared *shared;     // borrowed: the result
  ft_run_reader *reader; // owned
  ft_memory_blocks blocks;
  ft_granules granules;
  ft_run_epochs epochs;
  ft_map users; // set of (lifetime, thread) whose thread did not allocate it
  FT_STACK (ft_id) changed; // by block: segment of its allocation or free
  ft_uninstrumented *uninstrumented; // owned
  ft_unrecorded_calls *calls;        // owned
  ft_ranges pieces; // partition of granules that were accessed alike so far
  FT_STACK (ft_granule_range) fresh; // first accessed by the current access
  bool has_unmarked; // there was a block that is too large to be marked
  bool all;          // keep every granule that is accessed
  bool again;        // or those of blocks with a second free
  bool form_ranges;
} ft_sharing;

// Whether the access reads memory of a block that no record has accessed, and
// finds something there that no file had; if another process may write there,
// whether it is the first access.
bool ft_sharing_is_fresh (ft_sharing *, const ft_run_access *);

// An access by the segment 'now'.
void ft_sharing_access (ft_sharing *, const ft_run_access *, ft_id now);

// A block begins or ends in the segment 'now', by 'c'.
void ft_sharing_block_change (ft_sharing *, ft_block_change c, ft_id now);

// End the pieces that overlap some granules.  Their granules were accessed
// alike in this lifetime; they become ranges if 'report' and if they lie within
// the granules, so that the lifetime of all of them ends.
void ft_sharing_end_ranges (ft_sharing *, uint64_t first, uint64_t last,
                            bool report);

#endif
