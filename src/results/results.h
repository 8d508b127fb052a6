// The results of a check: plain data that 'predict/check.h' fills and reports
// print.

#ifndef FT_RESULTS_RESULTS_H
#define FT_RESULTS_RESULTS_H

#include "certify/cone.h"
#include "order/order.h"
#include "results/consequence.h"
#include "results/funnel.h"
#include "results/phases.h"
#include "results/stages.h"
#include "witness/witness.h"

enum ft_verdict { FT_UNDECIDED, FT_CERTIFIED, FT_REFUTED };

const char *ft_verdict_name (enum ft_verdict); // "certified", ...

// The place of a verdict in reports: certified, undecided, refuted.
int ft_verdict_rank (enum ft_verdict);

// Why a replay did not reach the accesses.
//     failure, its name in JSON
#define FT_REPLAY_FAILURES(M)                                                  \
  M (DIVERGED, "diverged")   /* a thread left the schedule */                  \
  M (ENDED, "ended")         /* the program ended before */                    \
  M (HUNG, "hung")           /* its time ran out before */                     \
  M (ELSEWHERE, "elsewhere") /* it got there, but memory did not overlap */    \
  M (NO_PLAN, "no-plan")     /* the schedule cannot be enforced */

enum ft_replay_failure {
#define M(NAME, text) FT_REPLAY_FAILURE_##NAME,
  FT_REPLAY_FAILURES (M)
#undef M
};

const char *ft_replay_failure_name (enum ft_replay_failure);

// The outcome of replays of a schedule on the program itself; without a
// recorded program there are none.
typedef struct ft_replayed {
  unsigned runs, reached; // all runs, and those that reached the accesses
  char *why; // owned; where the first of the other runs left the schedule; NULL
             // if all reached the accesses
  enum ft_replay_failure miss; // of the same run
} ft_replayed;

// Whether replays were tried, or could not be, and none reached the accesses.
static inline bool ft_replayed_failed (const ft_replayed *r) {
  return !r->reached && (r->runs || r->why);
}

typedef struct ft_race ft_race;

struct ft_race {
  ft_id pair[2]; // the instance that the verdict is about; ascending
  ft_id variable;
  unsigned unordered_by; // bit FT_REL_* set: this relation leaves it unordered
                         // (FT_REL_FORK_JOIN stands for hybrid)
  uint64_t instances;    // pairs of events with these two locations
  ft_id farthest; // distance of the farthest instance examined; 0 if all were
  enum ft_verdict verdict;
  enum ft_model model; // the strictest that certifies; without one, the most
                       // relaxed that was tried
  enum ft_cause cause; // if undecided
  enum ft_model left_open;  // if refuted: the relaxed model that leaves the
                            // pair open; FT_MODEL_MCM: none
  enum ft_cause open_cause; // why
  const char *certifier;    // "order", "graph", "smt"; NULL if none decided
  char *reason;             // owned; never NULL unless certified
  ft_witness witness;       // empty unless certified
  ft_id unsynchronized[2];  // under c11: a write after the first access, and a
                            // read of it before the second, that order
                            // nothing; equal: none is known
  ft_id fences[2]; // the release fence before that write and the acquire fence
                   // after that read that count for them; 0: there is none
  uint64_t fingerprint;     // see 'fingerprint.h'
  bool known;               // the race is in the baseline
  const struct ft_suppression *suppressed; // borrowed; the rule; NULL: none
  ft_replayed replayed;                    // no runs unless certified
  ft_consequence consequence;              // not known unless certified
  double seconds;
};

typedef struct ft_deadlock ft_deadlock;

struct ft_deadlock {
  ft_id acquires[FT_MOST_TARGETS]; // the blocked acquires; each waits for the
                                   // thread of the next one
  uint32_t length;
  uint64_t instances; // cycles of events with these locations
  enum ft_verdict verdict;
  const char *certifier; // this and the fields below as in 'ft_race'
  char *reason;
  ft_witness witness;
  uint64_t fingerprint;
  bool known;
  const struct ft_suppression *suppressed;
  ft_replayed replayed;
  double seconds;
};

typedef struct ft_failure ft_failure;

struct ft_failure {
  enum ft_failure_kind kind;
  uint64_t fingerprint;
  ft_id fails, freed; // of the instance that the verdict is about, as in
                      // 'ft_witness'
  uint64_t instances; // with these locations
  enum ft_verdict verdict;
  enum ft_model model; // this and the fields below as in 'ft_race'
  enum ft_cause cause;
  const char *certifier;
  char *reason;
  ft_witness witness;
  ft_replayed replayed; // 'reached': the failure was seen
  const struct ft_suppression *suppressed; // as in 'ft_race'
  bool known;           // as in 'ft_race'
  char *seen;           // owned; how the program ended in such a replay, or NULL
  double seconds;
};

typedef struct ft_results ft_results;

struct ft_results {
  ft_race *races; // owned; sorted by pair
  size_t size;
  uint64_t candidates; // location pairs (or event pairs with --pairs all)
  size_t certified, refuted, undecided; // of the races
  ft_deadlock *deadlocks; // owned; certified, undecided, refuted, each by
                          // position: the first is D1
  size_t deadlock_count;
  size_t deadlocks_certified, deadlocks_refuted, deadlocks_undecided;
  ft_failure *failures; // owned; in the order of deadlocks: the first is F1
  size_t failure_count;
  size_t failures_certified, failures_refuted, failures_undecided;
  bool compared;                 // with a baseline
  size_t known, deadlocks_known, failures_known; // certified, and in it
  bool suppressing;              // there are suppressions
  size_t suppressed_certified;   // findings suppressed, without known ones
  size_t suppressed_undecided;
  ft_phase_ends phases; // the phases that were cut short
  bool interrupted;     // the user stopped the search
  bool out_of_budget;
  bool truncated;           // candidates may be missing
  bool deadlocks_truncated; // the same for deadlocks
  size_t unreached; // pairs of locations that may race, but only beyond the
                    // expanded prefix of a compressed trace
  ft_certify_stages stages; // of the races
  ft_funnel_row funnel[FT_FUNNEL_COUNT];
  double seconds;
  uint64_t peak; // bytes of memory that the process used at most, without its
                 // workers'; 0: not known, or less than FT_RESULTS_PEAK
};

// Less memory is not worth a word.
#define FT_RESULTS_PEAK ((uint64_t)100 << 20)

// The refuted races that a relaxed model leaves open, and of them by cause.
size_t ft_results_left_open (const ft_results *, size_t by[FT_CAUSE_COUNT]);

// Sets the fields that follow from 'phases'.
void ft_results_set_truncated (ft_results *);

void ft_results_release (ft_results *);

// The failure at the event in words, such as "failed assertion".  Where a failure mark
// says more than the kind, the words are those of the mark.
const char *ft_failure_said (const ft_trace *, enum ft_failure_kind, ft_id fails);

#endif
