// The first wrong use of heap memory in a run: an access to a block that was
// freed, or a second free of one.  Found in its records, so that it is also found
// where the allocator does not notice.
//
// A block whose memory was allocated again is another one: what uses it through
// an old pointer is not found.  Cost: one pass over the records.

#ifndef FT_REPLAY_MEMORY_ERRORS_H
#define FT_REPLAY_MEMORY_ERRORS_H

#include "base/strbuf.h"
#include "load/load.h"

// Also adds to 'state' the last value that was written to the racing bytes, those
// that the first record at one of the ticks accesses; nothing if no write to
// exactly these bytes has a value, or if that may be an address.
//
// Adds "T1 used memory at a.c:13:5 that T2 had freed at a.c:18:3", or "T1 freed
// memory ... that ...", if the run at 'run' has such a record at or after one of
// the ticks.  False if it has none, or cannot be read.
bool ft_memory_errors_find (const char *run, const ft_tick *from, size_t count,
                            ft_strbuf *text, ft_strbuf *state);

#endif
