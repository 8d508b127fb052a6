// Candidates: pairs of program locations whose accesses might race, found by
// the hybrid filter (O'Callahan & Choi 2003): conflicting accesses that hold
// no common lock and that program order, fork and join leave unordered.
// Every race of the maximal causal model is among them (design: semantics).
//
// Accesses to a variable that are alike but for their thread and stretch
// between forks and joins make a family (see 'family.h').  Most pairs of
// families hold a common lock and cost one comparison, however many threads
// there are; the others are paired stretch by stretch while these are few, and
// as crowds beyond: instances are then counted from what each stretch knows of
// other threads, in time linear in stretches times threads, and the closest
// looked for outwards from each access.  Compared with the definition in
// tests/unit/test_pairs.c, with crowds and without.

#ifndef FT_CANDIDATE_PAIRS_H
#define FT_CANDIDATE_PAIRS_H

#include "base/deadline.h"
#include "certify/ideal.h"
#include "order/order.h"

// How many instances of a candidate are kept, the closest ones.
#define FT_INSTANCES 32

typedef struct ft_pair {
  ft_id first, second; // ascending positions
  ft_id variable;
  unsigned unordered_by; // bits FT_REL_*; set by 'ft_candidates_classify', 0
                         // where that had no time
} ft_pair;

// Instances are foregone if one event needs the other ('ideal.h'), and open if
// not.  Open ones by the strictest model are kept first, then those by the
// weakest; if there are neither, one that is foregone.
typedef struct ft_candidate {
  uint64_t instances; // pairs of events with these locations
  uint64_t feasible;  // of them, as far as was looked at
  ft_pair *closest;   // owned; 'kept' of them, each sort by distance, then
                      // position
  uint32_t kept;      // in crowds nearly the closest
} ft_candidate;

// Why a list is not complete: candidates may be missing, or instances of those
// that are there uncounted.
enum ft_truncation {
  FT_TRUNCATION_NONE,
  FT_TRUNCATION_LIMIT,     // as many were found as are listed at most
  FT_TRUNCATION_CLASSES,   // more different accesses to one variable than are
                           // compared
  FT_TRUNCATION_TIME,      // no time was left
  FT_TRUNCATION_INTERRUPT, // the user interrupted
};

typedef struct ft_candidates {
  FT_STACK (ft_candidate) list; // by distance of the closest instance
  enum ft_truncation truncation;
  ft_id listed; // variables that were looked at
} ft_candidates;

typedef struct ft_candidates_limits {
  size_t candidates;           // at most this many are listed
  size_t comparisons;          // per variable, before its families are crowds;
                               // 0: some millions
  const ft_deadline *deadline; // borrowed; may be NULL
  // What is foregone by the strictest model, and by the weakest one that is
  // asked about; borrowed; NULL: not known.
  const ft_ideals *needed[2];
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
// instance unordered; one pass over the trace per relation.  False if there
// was no time for all ('deadline' may be NULL): those that not all relations
// were asked about have no bit at all.
bool ft_candidates_classify (ft_candidates *, const ft_index *,
                             unsigned relations, const ft_deadline *);

// Drops kept instances that 'relation' orders, and candidates without any
// left; those without a bit are kept.
void ft_candidates_restrict (ft_candidates *, enum ft_relation);

#endif
