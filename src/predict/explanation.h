// Explanations: why a pair of accesses is a race that the recorded run hid, is
// impossible or undecided, and which obstacles keep two locations apart.
//
// A refuted pair is examined once more without the constraints that are not
// necessary ('relaxed'), since a refutation rests on the necessary ones alone.
// The reason is the events that the pair needs, else those that the clocks of
// 'ideal.h' say it needs, else the orders that the closure forces, else an
// unsatisfiable core of the solver.

#ifndef FT_PREDICT_EXPLANATION_H
#define FT_PREDICT_EXPLANATION_H

#include "predict/changes.h"
#include "predict/check.h"
#include "predict/obstacle.h"
#include "predict/hb_path.h"

// The number of closest candidate pairs of two locations that are decided and
// listed.
#define FT_EXPLAINED_PAIRS 8

typedef struct ft_explanation {
  ft_race race;       // 'instances' 1
  bool ordered;       // by happens-before in the recorded run
  ft_hb_path path;    // by these edges, if they are known
  ft_changes changes; // by the witness, if certified
  ft_reason reason;   // if refuted; FT_REASON_NONE if none was found in time
} ft_explanation;

// The pairs that an obstacle keeps apart: their number, and the first of them.
typedef struct ft_kept_apart {
  uint64_t pairs;
  ft_id example[2]; // ascending
  ft_id lock;       // of the example, for FT_OBSTACLE_COMMON_LOCK
  ft_hb_path path;  // of the example, for FT_OBSTACLE_ORDERED
} ft_kept_apart;

typedef struct ft_explanations ft_explanations;

struct ft_explanations {
  // Candidates, decided; the first is the one to report in full.
  FT_STACK (ft_explanation) pairs;
  ft_kept_apart apart[FT_OBSTACLE_COUNT]; // FT_OBSTACLE_NONE: all candidates
  bool truncated; // too many pairs of events: the others were not examined
};

void ft_explanations_release (ft_explanations *);

// Decides and explains one pair of events (any two, ascending).
void ft_explain_pair (const ft_facts *, const ft_check_options *,
                      const ft_id pair[2], ft_explanations *);

typedef struct ft_event_set {
  FT_STACK (ft_id) list; // ascending
} ft_event_set;

// Decides and explains all pairs of one of the events 'a' with one of the
// events 'b'.
void ft_explain_locations (const ft_facts *, const ft_check_options *,
                           const ft_event_set *a, const ft_event_set *b,
                           ft_explanations *);

// Finds the reason why a pair is impossible; false if none is found within
// 'timeout' seconds.  'needed': by the clocks of what every order needs, if they
// are known.
bool ft_explain_refuted (const ft_facts *, const ft_check_options *,
                         const ft_ideals *needed, const ft_id pair[2],
                         ft_reason *);

#endif
