// Locks that rows of events take and give back: what alternatives are compared
// by (see 'alternative_rules.h').

#ifndef FT_TRACE_ALTPATH_LOCKS_H
#define FT_TRACE_ALTPATH_LOCKS_H

#include "trace/tables.h"

// The sections that a row of events begins and does not end, and those that it
// ends and did not begin.
typedef struct ft_unmatched_locks {
  FT_STACK (ft_id) open, ended; // locks
} ft_unmatched_locks;

void ft_unmatched_locks_release (ft_unmatched_locks *);
void ft_unmatched_locks_step (ft_unmatched_locks *, const ft_event *);

// Of a row; 'which' of the events, if it is not NULL.
ft_unmatched_locks ft_unmatched_locks_of (const ft_event *, const ft_id *which,
                                    uint32_t count);

// A lock that two rows do not leave alike, where a thread goes on at the same
// place after both: one begins a section that it does not end, or they do not
// end the same.  FT_NO_ID if there is none.
ft_id ft_unmatched_locks_differ (const ft_unmatched_locks *, const ft_unmatched_locks *);

// What a thread has: acquires, inner ones as well.
typedef FT_STACK (ft_event) ft_held_acquires;

void ft_held_acquires_step (ft_held_acquires *, const ft_event *);

// A lock that an alternative of a branch, from 'first' on, or one in it, gives
// back and has not taken, although the thread has it at the branch not just
// once and alone, or that it takes again or gives back as a reader and has as a
// writer, or the other way round; FT_NO_ID if there is none.
ft_id ft_held_acquires_mismatch (const ft_tables *, const ft_held_acquires *,
                          uint32_t first);

#endif
