// From a trace to verdicts: candidates, cheapest certifier first, solver
// workers, and the checker in front of every "certified".

#ifndef FT_PREDICT_CHECK_H
#define FT_PREDICT_CHECK_H

#include "results/results.h"
#include "results/shard.h"

enum ft_encoding { FT_ENCODING_ORDER, FT_ENCODING_IDL };

typedef struct ft_check_options {
  unsigned jobs;   // solver workers; 0: as many as there are processors
  ft_id window;    // events per window; 0: the whole trace
  double timeout;  // seconds per candidate
  double budget;   // seconds for the whole check; 0: unlimited
  double begun;    // when these began, by 'ft_seconds_now'; 0: with the check
  uint64_t memory; // bytes per worker; 0: unlimited
  enum ft_model model; // the most relaxed one to try; users are given
                       // FT_MODEL_RELAXED unless they say otherwise
  enum ft_encoding encoding;
  enum ft_relation candidates; // FT_REL_FORK_JOIN means hybrid (complete)
  bool all_pairs;           // a candidate per pair of events, not of locations
  ft_shard shard;           // the part of the candidates to decide
  bool deadlocks;           // look for deadlocks, too
  const volatile int *stop; // becomes non-zero when the user interrupts
  // Called now and then; may be NULL.
  void (*progress) (void *context, const char *phase, uint64_t done,
                    uint64_t total, uint64_t certified);
  void *context;
} ft_check_options;

// The deadline of what comes before certification, from reading the trace on:
// however small the budget, it may take half a second, so that a report says
// what was left undecided.
ft_deadline ft_check_preparation (const ft_check_options *);

#define FT_CHECK_DEFAULTS                                                      \
  ((ft_check_options){.timeout = 10,                                           \
                      .budget = 600,                                           \
                      .memory = (uint64_t)4 << 30,                             \
                      .candidates = FT_REL_FORK_JOIN,                          \
                      .deadlocks = true})

// What several checks of one trace share: facts, candidates of races and
// deadlocks, the checker.
typedef struct ft_search ft_search;

// Of the options, 'candidates', 'all_pairs', 'deadlocks', 'progress' and the
// budget count here.  Each phase may take the time that is left, listing and
// ordering candidates half of it.
ft_search *ft_search_new (const ft_trace *, const ft_check_options *);
void ft_search_free (ft_search *);

const struct ft_candidates *ft_search_candidates (const ft_search *);

// Which phases of the preparation were cut short.
const ft_phase_ends *ft_search_phases (const ft_search *);

// Decides the candidates that 'asked' lists by index, in that order (NULL:
// all; those of deadlocks have the indices after those of races).  Race i of
// the results is about candidate i, unlike with 'ft_check', and all zero if
// that was not asked for.
void ft_search_run (ft_search *, const ft_check_options *, const size_t *asked,
                    size_t count, ft_results *);

// Fills '*results', which the caller releases.  An interrupted or exhausted
// search leaves undecided races with the reason, never wrong ones.
void ft_check (const ft_trace *, const ft_check_options *, ft_results *);

// What 'ft_check' does in the end, to results that come from elsewhere: sorts
// and ranks them, gives them fingerprints.
void ft_check_finish (const ft_trace *, ft_results *);

#endif
