// What the records of a continuation show of memory: wrong uses of heap blocks, and what
// is in memory at the end.
//
// A use of a freed block, or a second free, is also found where the allocator does not
// notice.  A block whose memory was allocated again is another one: what uses it
// through an old pointer is not found.  An access behind the end of a block is one of
// bytes that the C library adds to it and that are nobody's.  Cost: one pass over the
// records.

#ifndef FT_REPLAY_MEMORY_FINDINGS_H
#define FT_REPLAY_MEMORY_FINDINGS_H

#include "base/strbuf.h"
#include "load/load.h"

typedef struct ft_memory_findings {
  // The first at or after the race, or "": "T1 wrote into a block of 40 bytes at a.c:13:5 that
  // T2 had freed at a.c:18:3", "T1 freed ... again".
  ft_strbuf freed;
  // The same: "T1 wrote 4 bytes at offset 40 of a heap block of 40 at a.c:9:3".
  ft_strbuf overrun;
  // The last value that was written to the racing bytes, those that the first record
  // at one of the ticks accesses; "" if no write to exactly these bytes has a
  // value, or if that may be an address.
  ft_strbuf value;
  ft_strbuf state; // all values at the end (final_state.h)
  ft_strbuf reads; // of heap bytes that were not written, or were (heap_reads.h)
} ft_memory_findings;

// Reads the run at 'run', of which the race is at the ticks.  All is "" if it cannot
// be read.  Of a run that was killed ('ended' is false) only the first millions of records
// are read; values and reads are then "" if there are more.
void ft_memory_findings_read (ft_memory_findings *, const char *run,
                              const ft_tick *race, size_t count, bool ended);
void ft_memory_findings_release (ft_memory_findings *);

#endif
