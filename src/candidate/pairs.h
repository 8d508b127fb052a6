// Candidates: pairs of program locations whose accesses might race, found by
// the hybrid filter (O'Callahan & Choi 2003): conflicting accesses that hold
// no common lock and that program order, fork and join leave unordered.
// Every race of the maximal causal model is among them (design: semantics).
//
// Accesses to a variable are grouped by thread, stretch between forks and
// joins, locks held, location, kind and bytes; accesses of one group are alike
// for the filter, so the work is quadratic in groups, not in accesses, and
// instances are counted without being listed.  Compared with the definition in
// tests/unit/test_pairs.c.

#ifndef FT_CANDIDATE_PAIRS_H
#define FT_CANDIDATE_PAIRS_H

#include "order/order.h"
#include "trace/index.h"

// How many instances of a candidate are kept, the closest ones.
#define FT_INSTANCES 32

typedef struct ft_pair {
  ft_id first, second; // ascending positions
  ft_id variable;
  unsigned unordered_by; // bits FT_REL_*; set by 'ft_candidates_classify'
} ft_pair;

typedef struct ft_candidate {
  uint64_t instances; // pairs of events with these locations
  ft_pair *closest;   // owned; 'kept' of them, by distance, then position
  uint32_t kept;
} ft_candidate;

typedef struct ft_candidates {
  FT_STACK (ft_candidate) list; // by distance of the closest instance
  bool truncated; // some may be missing, or instances uncounted: see the
                  // limits
} ft_candidates;

// What bounds the listing.  A variable that very many threads touch without
// order has quadratically many pairs of groups; of these, each group is then
// paired with the closest ones only.
typedef struct ft_candidates_limits {
  size_t candidates;        // at most this many are listed
  double seconds;           // the listing stops after this long; 0: unlimited
  const volatile int *stop; // or when this becomes non-zero; may be NULL
} ft_candidates_limits;

// One candidate per unordered pair of locations, or with 'all_pairs' per pair
// of events; an access without a location counts as one location per variable
// and kind.
ft_candidates *ft_candidates_new (const ft_index *, bool all_pairs,
                                  size_t limit);
ft_candidates *ft_candidates_bounded (const ft_index *, bool all_pairs,
                                      ft_candidates_limits);
void ft_candidates_free (ft_candidates *);

// Finds which of the relations in 'relations' (bits FT_REL_*) leave each kept
// instance unordered; one pass over the trace per relation.
void ft_candidates_classify (ft_candidates *, const ft_index *,
                             unsigned relations);

// Drops kept instances that 'relation' orders, and candidates without any
// left.
void ft_candidates_restrict (ft_candidates *, enum ft_relation);

#endif
