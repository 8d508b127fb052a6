// What the files of a search share: 'search.c' prepares it, 'driver.c' has its
// candidates decided, 'settle.c' enters the answers into the results.

#ifndef FT_PREDICT_SEARCH_H
#define FT_PREDICT_SEARCH_H

#include "predict/certify.h"
#include "predict/check.h"
#include "predict/work.h"
#include "witness/checker.h"

struct ft_search {
  ft_facts *facts; // NULL: the trace was not read, or not indexed, to its end
  ft_ideals *needed[FT_MODEL_COUNT]; // what no reordering can do without; NULL:
                                     // not known
  ft_candidates *candidates;
  ft_deadlock_candidates *deadlocks;
  ft_work work; // all of these
  ft_checker *checker;
  ft_phase_ends phases;
};

// Calls the user's function, if there is one.
void ft_search_report (const ft_check_options *, const char *phase,
                       uint64_t done, uint64_t total, uint64_t certified);

// A deadline counts from when the user's command began.
ft_deadline ft_search_deadline (const ft_check_options *, double budget);

// What cut something short that had this deadline.
enum ft_truncation ft_search_truncation (const ft_deadline *);

// Enters the answer about an instance of candidate i, and takes it over.  Its
// witness is checked once more: the worker that found and checked it is another
// process.
void ft_settle (ft_search *, ft_results *, size_t i, uint32_t instance,
                ft_outcome *);

// Leaves candidate i undecided.
void ft_settle_open (ft_search *, ft_results *, size_t i, enum ft_cause,
                     const char *reason);

void ft_settle_seconds (ft_results *, size_t i, double seconds);

#endif
