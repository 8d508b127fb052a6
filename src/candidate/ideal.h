// Sync-preserving ideals: sets of events, a prefix per thread, that run in
// recorded order without breaking a rule (Mathur, Pavlogiannis, Viswanathan
// 2021, Section 3).  Such a set holds, with each event, what precedes it in
// its thread, the fork of the thread, the last writer of each read that
// matters, the last event of a joined thread, and what the recorded order of
// conditions, barriers, semaphores and failed tries hangs on; and of two
// sections on a lock that it has opened, not both shared, the first is closed.
//
// The first part does not depend on the set and is kept as clocks, one row
// per event that needs something of another thread: memory is such events
// times threads.  The second part looks only at sections that are open at
// the end of a prefix.  Compared with enumeration, through 'syncp.h', in
// tests/unit/test_syncp.c.

#ifndef FT_CANDIDATE_IDEAL_H
#define FT_CANDIDATE_IDEAL_H

#include "candidate/facts.h"

typedef struct ft_ideals ft_ideals;

ft_ideals *ft_ideals_new (const ft_facts *);
void ft_ideals_free (ft_ideals *);

// 'cut' says, for each thread, how many of its events are included.

// Includes what must have run for the thread of 'event' to be about to
// execute it, and if it is 'made' to do what it did in the trace.
void ft_ideals_reach (const ft_ideals *, ft_id event, bool made, ft_id *cut);

// Closes the sections that must be closed.  False if one never is, which
// only a repaired trace can have; 'cut' is then of no use.
bool ft_ideals_close (const ft_ideals *, ft_id *cut);

#endif
