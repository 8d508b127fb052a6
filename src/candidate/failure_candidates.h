// Failure candidates: program locations at which a thread might fail in another
// order: the failure marks of alternative paths, and accesses to blocks that
// another thread frees, which a common lock may keep from being races.
//
// A mark is listed wherever an alternative path has one, that of a null pointer or a
// division where the pointer may be null, or the divisor 0 (null_pointers.h); those that
// threads may come to by the values that they can read (certify/possible_paths.h) before
// others, which are left out where a failure that is not certified is no result.  A
// recorded access and
// a later FREE of its block by another thread are listed if both hold a common
// lock, and the access does not come first by forks; without a common lock the
// two are a candidate of a race.  Waits for a condition, a semaphore or a barrier
// are listed, and joins in a section of a lock.

#ifndef FT_CANDIDATE_FAILURE_CANDIDATES_H
#define FT_CANDIDATE_FAILURE_CANDIDATES_H

#include "certify/cone.h"

// Number of instances of a candidate that are kept at most: the first ones, of bounds the
// first and the last.
#define FT_FAILURES_KEPT 16

typedef struct ft_failure_instance {
  ft_id fails; // the failing event, as in 'ft_witness'
  ft_id freed; // the FREE that has to come before it, or FT_NO_ID
} ft_failure_instance;

typedef struct ft_failure_candidate {
  enum ft_failure_kind kind;
  uint64_t instances; // with this kind and these locations
  ft_failure_instance kept[FT_FAILURES_KEPT];
  uint32_t count; // of 'kept'
  double seconds; // that it may take at most; 0: as long as other candidates
} ft_failure_candidate;

// Whether failures of the kind are results only where they are certified: every access
// of which another thread may write the pointer is asked whether it fails, every
// division by what another thread may write, every free of a block that is another one's,
// every access of a path to a block that was freed before ('freed' is FT_NO_ID), and
// every wait.  Most that do not are correct by what no path knows.
static inline bool ft_failure_is_listed_certified (enum ft_failure_kind kind,
                                                   ft_id freed) {
  return kind == FT_FAILURE_NULLED || kind == FT_FAILURE_ARITHMETIC ||
         kind == FT_FAILURE_BOUNDS || kind == FT_FAILURE_DOUBLE_FREE ||
         kind == FT_FAILURE_LOST_WAKEUP || kind == FT_FAILURE_DEADLOCK ||
         (kind == FT_FAILURE_USE_AFTER_FREE && freed == FT_NO_ID);
}

typedef struct ft_failure_candidates {
  FT_STACK (ft_failure_candidate) list; // by their first event
  bool truncated; // there may be more: above the limit, or of many accesses
} ft_failure_candidates;

ft_failure_candidates *ft_failure_candidates_new (const ft_facts *,
                                                  size_t limit);
void ft_failure_candidates_free (ft_failure_candidates *);

#endif
