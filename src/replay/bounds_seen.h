// Accesses beyond a block that a replay shows: the first record of the thread at the
// line that was predicted, behind the schedule, has an address outside of the block.
// Blocks have the same addresses as in the recording, without randomisation of the
// address space; where there is no such block in the replay, nothing is seen.

#ifndef FT_REPLAY_BOUNDS_SEEN_H
#define FT_REPLAY_BOUNDS_SEEN_H

#include "base/strbuf.h"
#include "load/load.h"
#include "results/results.h"

// The bounds that an access would leave.
typedef struct ft_bounds {
  uint64_t first; // address of the block
  uint64_t most;  // offset of the last byte at which the access may begin
} ft_bounds;

// Those of a certified failure of kind 'bounds', by the branch of its witness; false if
// it has none.
bool ft_bounds_of_failure (const ft_trace *, const ft_failure *, ft_bounds *);

// Looks at the run of a replay for an access of the thread at or behind the tick, on the
// line of the location ("a.c:30:3"); adds what is seen: "T1 wrote 8 bytes at offset 32
// of a block of 32".  False if the access is none beyond the block.
bool ft_bounds_is_seen (const ft_bounds *, const char *run, ft_tick from,
                        const char *location, ft_strbuf *text);

#endif
