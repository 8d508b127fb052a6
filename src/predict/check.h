// A check: from a trace to verdicts.
//
// A search lists the candidates of the trace; worker processes decide them,
// cheapest certifier first; the checker accepts the witness of each certified
// one.

#ifndef FT_PREDICT_CHECK_H
#define FT_PREDICT_CHECK_H

#include "results/results.h"
#include "results/shard.h"

enum ft_encoding { FT_ENCODING_ORDER, FT_ENCODING_IDL };

typedef struct ft_check_options {
  unsigned jobs;    // solver workers; 0: as many as there are processors
  ft_id window;     // events per window; 0: the whole trace
  double timeout;   // seconds per candidate
  double budget;    // seconds for the whole check; 0: unlimited
  double first_try; // seconds after which a candidate is put off until those
                    // behind it were asked; 0: never
  double begun;     // when the budget began, by 'ft_seconds_now'; 0: with the
                    // check
  uint64_t memory;  // bytes per worker; 0: unlimited
  enum ft_model model; // the most relaxed one to try; the commands default
                       // to FT_MODEL_RELAXED
  enum ft_memory_model memory_model; // what a race is
  bool memory_by_orders; // 'memory_model' is that of the trace instead (below)
  enum ft_encoding encoding;
  enum ft_relation candidates; // FT_REL_FORK_JOIN means hybrid (complete)
  bool all_pairs;  // a candidate per pair of events, not of locations
  ft_shard shard;  // the part of the candidates to decide
  bool deadlocks;  // look for deadlocks, too
  bool failures;   // look for failures, too
  unsigned stages; // bit FT_FUNNEL_* set: decide the candidates of this stage;
                   // 0: of all stages
  const volatile int *stop; // becomes non-zero when the user interrupts
  // Called when a phase begins and repeatedly during long ones; may be NULL.
  void (*progress) (void *context, const char *phase, uint64_t done,
                    uint64_t total, uint64_t certified);
  // Called when a stage is finished, cut short or left out; may be NULL.
  void (*stage_end) (void *context, enum ft_funnel_stage,
                     const ft_funnel_row *);
  // Called for each failure that may be asked about; the seconds that it may take
  // at most, 0 if it is not asked about.  NULL: all are, as long as other candidates.
  double (*asks_failure) (void *context, enum ft_failure_kind, ft_id fails,
                          ft_id freed);
  // Called for each failure that time leaves undecided; may be NULL.
  void (*leaves_failure) (void *context, enum ft_failure_kind, ft_id fails,
                          ft_id freed);
  void *context;
} ft_check_options;

// What a race is in this trace: with 'memory_by_orders' sc if an atomic access
// or a fence has no memory order, or if there is none and the trace is no
// recorded run; else c11.
enum ft_memory_model ft_check_memory_model (const ft_check_options *,
                                            const ft_trace *);

// " --memory-model " and the name, or "" if the trace alone says so.
const char *ft_check_memory_option (const ft_check_options *, const ft_trace *);

// The deadline of the phases before certification, reading included.  They may
// take half a second even if the budget is smaller, so that the report can list
// the candidates that are left undecided.
ft_deadline ft_check_preparation (const ft_check_options *);

#define FT_CHECK_DEFAULTS                                                      \
  ((ft_check_options){.timeout = 10,                                           \
                      .budget = 600,                                           \
                      .first_try = 1,                                          \
                      .memory = (uint64_t)4 << 30,                             \
                      .candidates = FT_REL_FORK_JOIN,                          \
                      .deadlocks = true,                                       \
                      .failures = true})

// The part of a check that several checks of one trace share: facts, candidates
// of races and deadlocks, the checker.
typedef struct ft_search ft_search;

// Uses the options 'candidates', 'all_pairs', 'deadlocks', 'failures',
// 'progress' and the budget.  Each phase may take the time that is left;
// listing and ordering candidates may take half of it.
ft_search *ft_search_new (const ft_trace *, const ft_check_options *);
void ft_search_free (ft_search *);

const struct ft_candidates *ft_search_candidates (const ft_search *);

// The phases of the preparation that were cut short.
const ft_phase_ends *ft_search_phases (const ft_search *);

// Decides the candidates that 'asked' lists by index, in that order (NULL:
// all; deadlock candidates have the indices after the race candidates).  Race i
// of the results is about candidate i, unlike with 'ft_check', and all zero if
// candidate i is not in 'asked'.
void ft_search_run (ft_search *, const ft_check_options *, const size_t *asked,
                    size_t count, ft_results *);

// Fills '*results', which the caller releases.  An interrupted or exhausted
// search leaves undecided races with the reason, never wrong ones.
void ft_check (const ft_trace *, const ft_check_options *, ft_results *);

// The last step of 'ft_check', for results from another source: sorts and ranks
// them, and gives them fingerprints.
void ft_check_finish (const ft_trace *, ft_results *);

#endif
