// The data types of race-directed exploration, under the names that they have
// in "Race Directed Scheduling of Concurrent Programs" (Eslamimehr and
// Palsberg, Racageddon), Section 3.1.
//
//   Program    what is started, and how: ft_explore_options
//   Input      ft_input_set: bytes by the names of their sources
//   Event      a thread and the label of a statement; an event of a trace
//              is one, by its thread and its location
//   EventPair  ft_event_pair
//   Schedule   ft_run_schedule: a sequence of events ('sequence.h'), the plan
//              that makes the program follow it, and the scheduling policy
//              after its end
//   Race       ft_found_race: a pair, the run with the input, and the schedule
//
// The functions of the paper (Sections 3.2 to 3.4), as the loop of Figure 1
// calls them ('strategy.h'):
//
//   hybrid     ft_candidates_new, over every run's trace
//   improve    the certifiers, then ft_improve
//   concolic   ft_concolic_step, and ft_superround_flip under a schedule
//   present    a race is certified and reached by replays: its events are next
//   to
//              each other there
//   swap       ft_swap_schedule, ft_swap_events
//   union      ft_search_state_apply: the race found first is kept
//
// Labels are names of locations ("prog.c:12:3"), numbered over all runs of a
// program.  A pair does not name its threads, since it is chance which of many
// equal threads gets to a location; its events are of different threads.

#ifndef FT_EXPLORE_TYPES_H
#define FT_EXPLORE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/ids.h"
#include "base/stack.h"
#include "explore/sequence.h"
#include "record/input_set.h"
#include "trace/trace.h"
#include "witness/witness.h"

struct ft_results;
struct ft_check_options;

// The finding that ends a search before nothing is left to try.
enum ft_until { FT_UNTIL_END, FT_UNTIL_RACE, FT_UNTIL_FAILURE, FT_UNTIL_ANY };

extern const char *const ft_until_names[]; // ends with NULL

// Program.
typedef struct ft_explore_options {
  char **arguments;           // argv, ends with NULL
  const ft_input_set *inputs; // Input: the sources that may be chosen, with the
                              // bytes that the program finds; NULL: none
  const char *directory;      // of the exploration; absolute
  int strategy;               // index into 'ft_strategy_names'
  bool observed;   // only races that some run left unordered count, as for a
                   // detector without prediction
  int until;       // an ft_until: the finding that ends the search
  enum ft_memory_model memory_model; // what a race is
  bool memory_by_orders; // 'memory_model' is that of each trace (predict/check.h)
  bool races_only; // bad ends are no findings, and a run ends at small limits
  unsigned runs;   // limit on all runs
  unsigned rounds; // limit on improvements for one candidate
  unsigned
      fruitless; // random runs in a row without news after which none follow
  unsigned jobs; // runs at the same time
  unsigned seed;
  double budget;            // seconds; 0: no limit
  double run_seconds;       // of one run of the program; 0: no limit
  uint64_t run_memory;      // bytes of it; 0: no limit
  uint64_t disk;            // bytes of recordings; 0: no limit
  double timeout;           // seconds per candidate of a trace
  const volatile int *stop; // becomes non-zero when the user interrupts
  // Called in a worker for a run that has findings which no earlier run has, with
  // what replays showed of them.  NULL: results are not kept.
  void (*keep) (const ft_trace *, const struct ft_results *,
                const struct ft_check_options *);
} ft_explore_options;

typedef struct ft_event_pair {
  ft_id first, second; // labels
} ft_event_pair;

static inline uint64_t ft_event_pair_key (ft_event_pair p) {
  return p.first < p.second ? (uint64_t)p.first << 32 | p.second
                            : (uint64_t)p.second << 32 | p.first;
}

typedef struct ft_run_schedule {
  ft_sequence events; // events that the schedule enforces; empty: unknown
  char *plan;      // owned; text for the runtime; NULL: free from the beginning
  int policy;      // after the plan; index into 'ft_sched_policy_names'
  uint64_t seed;   // of the policy
  bool times_out;  // waits with a deadline may keep others from running until then
  unsigned goes_on; // 1 + the number of the thread that does so behind the plan; 0: any
  uint64_t digest; // of the events and the other fields; 0: none
} ft_run_schedule;

// The step of the search that a run is made for.
//     step, its name
#define FT_JOB_STEPS(S)                                                        \
  S (FIRST, "first")       /* as the program is started */                     \
  S (GROW, "grow")         /* with longer inputs */                            \
  S (IMPROVE, "improve")   /* under a better schedule for a pair */            \
  S (REORDER, "reorder")   /* with accesses in another order */                \
  S (CONCOLIC, "concolic") /* with an input that flips a branch */             \
  S (ROUND, "super-round") /* with an input that flips the branch that led */  \
                           /* away from the next event of a schedule */        \
  S (SWAP, "swap")         /* through a race, its events swapped */            \
  S (SHRINK, "shrink")     /* into a race, with a simpler input */             \
  S (SEED, "seed")         /* at random */

enum ft_job_step {
#define S(NAME, text) FT_JOB_##NAME,
  FT_JOB_STEPS (S)
#undef S
};

extern const char *const ft_job_step_names[]; // ends with NULL

// One run that is to be made.
typedef struct ft_job {
  unsigned run; // its number
  enum ft_job_step step;
  size_t candidate; // IMPROVE: its index
  size_t race;      // SWAP, SHRINK: its index
  unsigned attempt; // SHRINK: see 'input_shrink.h'; GROW: an ft_input_growth
  bool swapped;     // SWAP: the second event first
  unsigned parent; // IMPROVE, REORDER: the run whose trace is improved; CONCOLIC, ROUND:
                   // the run whose branch is flipped; SEED: the run that has
                   // the input
  unsigned schedule; // ROUND: the run that the schedule was made for
  int level;         // CONCOLIC: an ft_flip_level
  bool pause; // IMPROVE: only the two orders of the pair, chosen by 'seed'
  int policy; // of the schedule, as in 'ft_run_schedule'
  uint64_t seed;
} ft_job;

#endif
