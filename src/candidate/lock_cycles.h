// Deadlock candidates: sets of program locations whose acquires might wait for
// each other in a cycle (abstract deadlock patterns: Havelund 2000; Tunç,
// Mathur, Pavlogiannis, Viswanathan 2023).
//
// A cycle is a list of acquires of different threads, each of a lock that the
// thread of the next one holds in a conflicting mode, that could be pending
// together: no lock held by one excludes a lock held by another, and program
// order, fork and join leave the acquires unordered.  Every predictable
// deadlock has a state in which such a cycle is pending, so within the bounds
// none is missed; a cycle that a shorter one is part of is left out.  The
// search is over lock dependencies (see 'lock_dependency.h'), so it does not
// depend on how often a lock was taken.  It is exponential in the length of
// cycles at worst, hence the bounds. Slow twin: the definition, in
// tests/unit/test_deadlock.c.

#ifndef FT_CANDIDATE_LOCK_CYCLES_H
#define FT_CANDIDATE_LOCK_CYCLES_H

#include "base/deadline.h"
#include "certify/cone.h"

// Number of instances of a candidate that are kept, the closest ones.
#define FT_LOCK_CYCLES_KEPT 32

typedef struct ft_lock_cycle {
  ft_id acquires[FT_MOST_TARGETS]; // each waits for the thread of the next;
                                   // the first in the trace is first
} ft_lock_cycle;

typedef struct ft_deadlock_candidate {
  uint32_t length;        // acquires in each cycle
  uint64_t instances;     // cycles of events with these locations
  ft_lock_cycle *closest; // owned; 'kept' of them, by distance, then position
  uint32_t kept;
} ft_deadlock_candidate;

typedef struct ft_deadlock_candidates {
  FT_STACK (ft_deadlock_candidate) list; // by length, then distance
  bool truncated; // a bound was hit: longer or more cycles may exist
  bool timed_out; // the same, since no time was left
} ft_deadlock_candidates;

// Finds cycles of at most FT_MOST_TARGETS threads, at most 'limit' candidates.
// 'deadline' may be NULL.
ft_deadlock_candidates *
ft_deadlock_candidates_new (const ft_index *, size_t limit,
                            const ft_deadline *deadline);
void ft_deadlock_candidates_free (ft_deadlock_candidates *);

#endif
