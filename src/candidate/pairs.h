// Candidates: pairs of program locations whose accesses might race, found by
// the hybrid filter (O'Callahan & Choi 2003): conflicting accesses that hold no
// common lock and that program order, fork and join leave unordered. Every race
// of the maximal causal model is among them.
//
// Accesses to a variable that are alike but for their thread and segment
// between forks and joins make an access class (see 'access_class.h').  Most
// pairs of classes hold a common lock and cost one comparison, however many
// threads there are.  The others are paired segment by segment while these are
// few, and as large classes beyond: instances are then counted from the
// segments of other threads that each segment knows, in time linear in segments
// times threads, and the closest are searched for outwards from each access.
// Slow twin: the definition, in tests/unit/test_pairs.c, with large classes and
// without.

#ifndef FT_CANDIDATE_PAIRS_H
#define FT_CANDIDATE_PAIRS_H

#include "base/deadline.h"
#include "certify/ideal.h"
#include "order/order.h"

// Number of instances of a candidate that are kept, the closest ones.
#define FT_INSTANCES 32

typedef struct ft_pair {
  ft_id first, second; // ascending positions
  ft_id variable;
  unsigned unordered_by; // bits FT_REL_*; set by ft_candidates_classify, 0
                         // where it had no time
} ft_pair;

// Instances are infeasible if one event needs the other ('ideal.h'), and
// feasible if not.  Instances that are feasible by the strictest model are kept
// first, then those by the weakest; if there are neither, one that is
// infeasible.
typedef struct ft_candidate {
  uint64_t instances; // pairs of events with these locations
  uint64_t feasible;  // feasible ones among the examined pairs
  ft_pair *closest;   // owned; 'kept' of them, each tier by distance, then
                      // position
  uint32_t kept;      // of large classes, nearly the closest
} ft_candidate;

// Why a list is not complete: candidates may be missing, or instances of listed
// candidates uncounted.
enum ft_truncation {
  FT_TRUNCATION_NONE,
  FT_TRUNCATION_LIMIT,     // as many were found as are listed at most
  FT_TRUNCATION_CLASSES,   // more different accesses to one variable than are
                           // compared
  FT_TRUNCATION_TIME,      // no time was left
  FT_TRUNCATION_SHARE,     // the phase had the part of the time that it may take
  FT_TRUNCATION_INTERRUPT, // the user interrupted
};

typedef struct ft_candidates {
  FT_STACK (ft_candidate) list; // by distance of the closest instance
  enum ft_truncation truncation;
  ft_id listed; // number of variables that were looked at
} ft_candidates;

typedef struct ft_candidates_limits {
  size_t candidates;           // number that is listed at most
  size_t comparisons;          // per variable, before its classes are large; 0:
                               // some millions
  const ft_deadline *deadline; // borrowed; may be NULL
  // Needs by the strictest model, and by the weakest one that is asked about;
  // borrowed; NULL: not known.
  const ft_ideals *needed[2];
  const ft_word_locks *words; // locks that count as needs of the strictest
                              // model do; borrowed; NULL: none
} ft_candidates_limits;

// Lists one candidate per unordered pair of locations, or with 'all_pairs' per
// pair of events.  An access without a location counts as one location per
// variable and kind.
ft_candidates *ft_candidates_new (const ft_index *, bool all_pairs,
                                  size_t limit);
ft_candidates *ft_candidates_bounded (const ft_index *, bool all_pairs,
                                      ft_candidates_limits);
void ft_candidates_free (ft_candidates *);

// Finds the relations among 'relations' (bits FT_REL_*) that leave each kept
// instance unordered, in one pass over the trace per relation.  False if the
// deadline ('deadline' may be NULL) was over before; then an instance that not
// all relations were asked about has no bit at all.
bool ft_candidates_classify (ft_candidates *, const ft_index *,
                             unsigned relations, const ft_deadline *);

// Drops the kept instances that 'relation' orders, and candidates without any
// left; instances without a bit are kept.
void ft_candidates_restrict (ft_candidates *, enum ft_relation);

#endif
