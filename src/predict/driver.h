// The driver of a check: has batches of candidates decided by worker processes,
// and leaves the rest of a batch open when the budget ends or the user
// interrupts.  Which batches there are, and in which order, is 'check.c'.
//
// Where there is a budget, a candidate that takes long is put off until all
// others of its batch were asked, so that a few of them do not take what would
// decide many.

#ifndef FT_PREDICT_DRIVER_H
#define FT_PREDICT_DRIVER_H

#include "predict/search.h"
#include "predict/worker.h"

typedef struct ft_driver {
  ft_search *search;
  const ft_check_options *options;
  ft_results *results; // race i is about candidate i, deadlocks follow
  ft_worker **workers;
  unsigned jobs;
  double *started; // per candidate
  ft_cost *costs;  // per candidate, of all models
  uint8_t *tried;  // per candidate: 1 + the last model for which it was put off
  ft_deadline deadline;
  // Of a batch that has a share of the time only: the deadline of all, the seconds that
  // each certified candidate adds to the share, and its latest end.  NULL for others.
  const ft_deadline *whole;
  double gain, latest;
  double patience; // a candidate takes so many times --timeout; 0: once
  bool stopped; // the user interrupted
  bool late;    // the batch was cut short, after so many candidates:
  size_t late_at;
  const bool *ordered; // per race: refuted under all models; NULL: none is
  size_t strict, before; // candidates under the strictest model; of them those
                         // of earlier batches
  // The batch:
  enum ft_model model;
  bool c11;    // asked as races of C11
  bool *hold;  // then, per race: its refutation holds for C11, too; NULL under
               // the relaxed models
  const size_t *asked; // candidates to decide
  size_t total;        // their number
  size_t next, done;   // the numbers of candidates started and decided
  FT_STACK (size_t) put_off; // candidates, in the order in which they were
  size_t again;              // the number of them that were started again
} ft_driver;

// 'begin' starts the budget and makes the workers of 'count' candidates; the
// fields above 'workers' are the caller's.
void ft_driver_begin (ft_driver *, size_t count);
void ft_driver_end (ft_driver *);

// Decides 'count' candidates under the model.  Sets 'late' if the batch was cut
// short; all its candidates are settled nevertheless.
void ft_driver_decide (ft_driver *, enum ft_model, const size_t *asked,
                       size_t count);

// Decides races under c11 that are not certified ('memory_model.h').
void ft_driver_decide_c11 (ft_driver *, enum ft_model, const size_t *asked,
                           size_t count, bool *hold);

// Leaves the candidate undecided under the strictest model without asking.
void ft_driver_leave (ft_driver *, size_t candidate, enum ft_cause,
                      const char *reason);

#endif
