// Lock dependencies: a thread asks for a lock while it holds others (iGoodlock:
// Joshi et al. 2009).
//
// Acquires of one thread, segment between forks and joins, location, lock and
// mode, with the same locks held, are alike for lock cycles and make one
// dependency.  Only dependencies that can be part of a cycle are kept: another
// one holds the lock that is asked for, and another one asks for a lock that is
// held. A trace whose locks have an order leaves none.
//
// Cost: linear in acquires times locks held, times the rounds of dropping.

#ifndef FT_CANDIDATE_LOCK_DEPENDENCY_H
#define FT_CANDIDATE_LOCK_DEPENDENCY_H

#include "candidate/lock_stacks.h"
#include "certify/segment.h"

typedef struct ft_lock_dependency {
  ft_tid thread;
  uint32_t segment;
  uint64_t location; // its id; without one, a number of lock and mode
  ft_id lock;
  bool shared;               // asks for the lock in shared mode
  ft_id held;                // locks held, a stack of 'stacks'
  ft_id held_list;           // the same as a list of the index, of some acquire
  FT_STACK (ft_id) acquires; // ascending
} ft_lock_dependency;

typedef struct ft_lock_dependencies ft_lock_dependencies;

struct ft_lock_dependencies {
  const ft_index *index; // borrowed
  ft_segments *segments;
  ft_lock_stacks *stacks;
  FT_STACK (ft_lock_dependency) list; // by first acquire
  ft_id *holding_begin;               // per lock, + 1; offsets into 'holding'
  ft_id *holding;                     // dependencies that hold the lock,
                                      // ascending
};

ft_lock_dependencies *ft_lock_dependencies_new (const ft_index *);
void ft_lock_dependencies_free (ft_lock_dependencies *);

// Whether dependency 'a' waits for a lock that 'b' holds; and whether both can
// be pending at the same time: different threads, no lock that excludes one of
// the other, and neither before the other by program order, fork and join.
bool ft_lock_dependencies_wait (const ft_lock_dependencies *,
                                const ft_lock_dependency *a,
                                const ft_lock_dependency *b);
bool ft_lock_dependencies_concurrent (const ft_lock_dependencies *,
                                      const ft_lock_dependency *a,
                                      const ft_lock_dependency *b);

#endif
