// The missing lock of a race: a lock that most accesses to the variable hold and one of the
// pair does not.  It is the likely cause; the certificate does not rest on it.
//
// Counted are the accesses of the trace to bytes of the race, between the first thread
// that is created and the last that is joined: what main does before and behind needs
// no lock.  One pass over the trace.

#ifndef FT_REPORT_MISSING_LOCK_H
#define FT_REPORT_MISSING_LOCK_H

#include "base/strbuf.h"
#include "report/report.h"

typedef struct ft_missing_lock {
  ft_id lock;              // FT_NO_ID: none is known
  unsigned side;           // the access of the pair that does not hold it
  uint64_t held, accesses; // accesses that hold it, and all
} ft_missing_lock;

// Finds the missing locks of the certified races, by rank, into 'missing_locks' of the
// report.
void ft_missing_locks_find (ft_report *);

// That of a race by rank, or NULL.
const ft_missing_lock *ft_missing_lock_of (const ft_report *, size_t rank);

// Adds "every other access to 'stats.hits' (41) holds 'stats_lock'; that of T2 at
// cache.c:88 does not".
void ft_missing_lock_add (ft_strbuf *, const ft_report *, size_t rank);

#endif
