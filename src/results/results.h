// What a check found: plain data that the driver fills and reports print.

#ifndef FT_RESULTS_RESULTS_H
#define FT_RESULTS_RESULTS_H

#include "certify/cone.h"
#include "order/order.h"
#include "results/phases.h"
#include "results/stages.h"
#include "witness/witness.h"

enum ft_verdict { FT_UNDECIDED, FT_CERTIFIED, FT_REFUTED };

const char *ft_verdict_name (enum ft_verdict); // "certified", ...

// At what a replay failed.
//     miss, its name in JSON
#define FT_REPLAY_FAILURES(M)                                                           \
  M (DIVERGED, "diverged")   /* a thread went another way before */            \
  M (ENDED, "ended")         /* the program did, before */                     \
  M (HUNG, "hung")           /* its time was over before */                    \
  M (ELSEWHERE, "elsewhere") /* it got there, but nothing met in memory */     \
  M (NO_PLAN, "no-plan")     /* the schedule cannot be enforced */

enum ft_replay_failure {
#define M(NAME, text) FT_REPLAY_FAILURE_##NAME,
  FT_REPLAY_FAILURES (M)
#undef M
};

const char *ft_replay_failure_name (enum ft_replay_failure);

// How replays of the schedule on the program itself went; none without a
// recorded program.
typedef struct ft_replayed {
  unsigned runs, reached;
  char *why; // owned; of the first that was not reached, where it went another
             // way; NULL if there is none
  enum ft_replay_failure miss; // of the same
} ft_replayed;

// Whether replays were tried, or were meant to be, and none got there.
static inline bool ft_replayed_failed (const ft_replayed *r) {
  return !r->reached && (r->runs || r->why);
}

typedef struct ft_race ft_race;

struct ft_race {
  ft_id pair[2]; // ascending; of the instance that the verdict is about
  ft_id variable;
  unsigned unordered_by; // bit FT_REL_* set: that relation leaves it unordered
                         // (FT_REL_FORK_JOIN stands for hybrid)
  uint64_t instances;    // pairs of events with these two locations
  ft_id farthest; // distance of the farthest that was looked at, if not all
                  // instances were; else 0
  enum ft_verdict verdict;
  enum ft_model model;   // the strictest that certifies, the most relaxed that
                         // was looked at if it does not
  const char *certifier; // "order", "graph", "smt"; NULL if none decided
  char *reason;          // owned; never NULL unless certified
  ft_witness witness;    // empty unless certified
  uint64_t fingerprint;  // see 'fingerprint.h'
  bool known;            // the baseline has it
  const struct ft_suppression *suppressed; // borrowed; the rule; NULL: none
  ft_replayed replayed;                    // no runs unless certified
  double seconds;
};

typedef struct ft_deadlock ft_deadlock;

struct ft_deadlock {
  ft_id acquires[FT_MOST_TARGETS]; // the blocked ones, each of which waits for
                                   // the thread of the next
  uint32_t length;
  uint64_t instances; // cycles of events with these locations
  enum ft_verdict verdict;
  const char *certifier; // as of a race, as all that follows
  char *reason;
  ft_witness witness;
  uint64_t fingerprint;
  bool known;
  const struct ft_suppression *suppressed;
  ft_replayed replayed;
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
  bool compared; // with a baseline, which has so many of the certified ones
  size_t known, deadlocks_known;
  bool suppressing;            // there are rules, for so many findings
  size_t suppressed_certified; // not counting those that are known
  size_t suppressed_undecided;
  ft_phase_ends phases; // which were cut short
  bool interrupted;     // the user stopped the search
  bool out_of_budget;
  bool truncated;           // candidates may be missing
  bool deadlocks_truncated; // the same for deadlocks
  size_t unreached; // pairs of locations that may race, but only beyond what
                    // was expanded of a compressed trace
  ft_certify_stages stages; // of the races
  double seconds;
};

// Sets what follows from 'phases'.
void ft_results_set_truncated (ft_results *);

void ft_results_release (ft_results *);

#endif
