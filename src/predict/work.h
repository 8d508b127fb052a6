// The work of a check: candidates of races, then of deadlocks, then of failures,
// numbered together, each with its kept instances as questions over the whole trace.

#ifndef FT_PREDICT_WORK_H
#define FT_PREDICT_WORK_H

#include "candidate/failure_candidates.h"
#include "candidate/lock_cycles.h"
#include "candidate/pairs.h"
#include "witness/checker.h"

typedef struct ft_work {
  const ft_facts *facts;           // borrowed, as all of these
  const ft_candidates *candidates; // of races
  const ft_deadlock_candidates *deadlocks;
  const ft_failure_candidates *failures; // NULL: none
  const ft_ideals *const *needed; // per model, the events that it needs; may be
                                  // NULL
  ft_checker *checker; // of the trace, for processes that inherit it
} ft_work;

static inline size_t ft_work_size (const ft_work *w) {
  return w->candidates->list.size + w->deadlocks->list.size +
         (w->failures ? w->failures->list.size : 0);
}

// The number of the first failure.
static inline size_t ft_work_first_failure (const ft_work *w) {
  return w->candidates->list.size + w->deadlocks->list.size;
}

// The deadlock candidate with that number, or NULL for another one.
const ft_deadlock_candidate *ft_work_deadlock (const ft_work *, size_t);

// The failure candidate with that number, or NULL for another one.
const ft_failure_candidate *ft_work_failure (const ft_work *, size_t);

// The number of instances kept of a candidate.
uint32_t ft_work_kept (const ft_work *, size_t);

// The number of instances that are not infeasible under the strictest model.
uint64_t ft_work_open (const ft_work *, size_t);

// The number of all instances of a candidate.
uint64_t ft_work_instances (const ft_work *, size_t);

// The question about a kept instance of a candidate.
ft_question ft_work_question (const ft_work *, size_t, uint32_t instance);

#endif
