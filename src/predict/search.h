// Declarations shared by the parts of a search: 'search.c' prepares it,
// 'check.c' has its candidates decided, 'settle.c' enters the outcomes into the
// results.

#ifndef FT_PREDICT_SEARCH_H
#define FT_PREDICT_SEARCH_H

#include "predict/certify.h"
#include "predict/check.h"
#include "predict/work.h"
#include "witness/checker.h"

// What a search for another order under c11 found that certified nothing.
typedef struct ft_c11_open {
  bool asked, late; // late: there was no time left
  bool holds;       // it proved that the refutation holds
  char *why;        // the pair is open; owned, may be NULL
} ft_c11_open;

struct ft_search {
  ft_facts *facts; // NULL: the trace was not read, or not indexed, to its end
  ft_ideals *needed[FT_NEEDED_COUNT]; // events that every reordering needs;
                                      // NULL: not known
  ft_candidates *candidates;
  ft_deadlock_candidates *deadlocks;
  ft_failure_candidates *failures;
  ft_work work; // all of these
  ft_checker *checker;
  ft_phase_ends phases;
  const struct ft_c11_way *ways; // by race, while pairs are asked under c11;
                                 // NULL: not known
  ft_c11_open *open; // by race, while all pairs are asked under c11: receives what
                     // was found; NULL: verdicts become weaker at once
};

// Calls the user's function, if there is one.
void ft_search_report (const ft_check_options *, const char *phase,
                       uint64_t done, uint64_t total, uint64_t certified);

// The deadline of a budget, which counts from the start of the user's command.
ft_deadline ft_search_deadline (const ft_check_options *, double budget);

// The reason why a phase with this deadline was cut short.
enum ft_truncation ft_search_truncation (const ft_deadline *);

// Moves the outcome for an instance of candidate i into the results.  The
// witness is checked once more, since the worker that found and checked it is
// another process.
void ft_settle (ft_search *, ft_results *, size_t i, uint32_t instance,
                ft_outcome *);

// Adds what a relaxed model found about candidate i, a race that is not
// certified, to the verdict that it has.
void ft_settle_relaxed (ft_search *, ft_results *, size_t i, uint32_t instance,
                        ft_outcome *);

// Leaves candidate i undecided.
void ft_settle_open (ft_search *, ft_results *, size_t i, enum ft_cause,
                     const char *reason);

void ft_settle_seconds (ft_results *, size_t i, double seconds);

#endif
