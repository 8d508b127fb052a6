// The locks that sequences of events acquire and release, by which alternative
// paths are compared (see 'altpath_rules.h').

#ifndef FT_TRACE_ALTPATH_LOCKS_H
#define FT_TRACE_ALTPATH_LOCKS_H

#include "trace/tables.h"

// The critical sections that a sequence of events begins and does not end, and
// those that it ends and did not begin.
typedef struct ft_unmatched_locks {
  FT_STACK (ft_id) open, ended; // locks
} ft_unmatched_locks;

void ft_unmatched_locks_release (ft_unmatched_locks *);
void ft_unmatched_locks_step (ft_unmatched_locks *, const ft_event *);

// The unmatched locks of 'count' events: of the first ones, or of those with
// the indices 'which' if it is not NULL.
ft_unmatched_locks ft_unmatched_locks_of (const ft_event *, const ft_id *which,
                                          uint32_t count);

// A lock that two sequences do not leave alike, although the thread continues
// at the same event after both: one of them begins a section that it does not
// end, or they end different sections.  FT_NO_ID if there is none.
ft_id ft_unmatched_locks_differ (const ft_unmatched_locks *,
                                 const ft_unmatched_locks *);

// The acquires whose locks a thread holds, nested ones included.
typedef FT_STACK (ft_event) ft_held_acquires;

void ft_held_acquires_step (ft_held_acquires *, const ft_event *);

// A lock that an alternative path of a branch (the list from 'first' on), or a
// path nested in it, uses in a way that its thread cannot: it releases a lock
// that it has not acquired and that the thread does not hold exactly once and
// exclusively at the branch; or it acquires again or releases as a reader a
// lock that the thread holds as a writer, or the other way round.  FT_NO_ID if
// there is none.
ft_id ft_held_acquires_mismatch (const ft_tables *, const ft_held_acquires *,
                                 uint32_t first);

#endif
