// Explanations: why a pair of accesses is a race that the recorded run hid,
// is impossible, or stayed open; and what keeps two places in a program apart.
//
// A refuted pair is asked again without the constraints that are not necessary
// ('relaxed'), since a refutation rests on the necessary ones alone: first
// what it needs, then the orders that follow, then a core of the solver's.

#ifndef FT_PREDICT_EXPLANATION_H
#define FT_PREDICT_EXPLANATION_H

#include "predict/changes.h"
#include "predict/check.h"
#include "predict/obstacle.h"
#include "predict/hb_path.h"

// Of two locations, the closest candidate pairs that are decided and listed.
#define FT_EXPLAINED_PAIRS 8

typedef struct ft_explanation {
  ft_race race;       // 'instances' 1
  bool ordered;       // by happens-before in the recorded run
  ft_hb_path path;       // ... through these steps, if they can be told
  ft_changes changes; // by the witness, if certified
  ft_reason reason;   // if refuted; FT_REASON_NONE if none was found in time
} ft_explanation;

// How many pairs an obstacle keeps apart, and the first of them.
typedef struct ft_kept_apart {
  uint64_t pairs;
  ft_id example[2]; // ascending
  ft_id lock;       // of the example, for FT_OBSTACLE_COMMON_LOCK
  ft_hb_path path;     // of the example, for FT_OBSTACLE_ORDERED
} ft_kept_apart;

typedef struct ft_explanations ft_explanations;

struct ft_explanations {
  FT_STACK (ft_explanation)
  pairs; // candidates, decided; the first is the one
         // to tell in full
  ft_kept_apart apart[FT_OBSTACLE_COUNT]; // FT_OBSTACLE_NONE: all candidates
  bool truncated; // too many pairs of events: the rest was not looked at
};

void ft_explanations_release (ft_explanations *);

// Decides and explains one pair of events (any two, ascending).
void ft_explain_pair (const ft_facts *, const ft_check_options *,
                      const ft_id pair[2], ft_explanations *);

// All pairs of one of the events 'a' with one of the events 'b', each list
// ascending.
typedef struct ft_event_set {
  FT_STACK (ft_id) list;
} ft_event_set;

void ft_explain_locations (const ft_facts *, const ft_check_options *,
                        const ft_event_set *a, const ft_event_set *b, ft_explanations *);

// Finds the reason of a pair that is impossible; false if there is none to
// tell within 'timeout' seconds.
bool ft_explain_refuted (const ft_facts *, const ft_check_options *,
                         const ft_id pair[2], ft_reason *);

#endif
