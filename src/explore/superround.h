// Super-rounds (Section 3.3 of the paper): a run that is under a schedule is
// followed by runs that execute it event by event, each with an input that
// turns the branch that led away from the next one.
//
// Definition: a run is under a schedule as long as no thread comes to its next
// event of it before its turn, other than by doing again what it did last (an
// access of many bytes is one event or two, a loop goes round once more).  The
// events that came until then are a beginning of the schedule; what threads do
// between them is theirs.  An event of which the trace cannot tell, since in
// this run nobody else uses its memory, counts as come.  The branches that may
// have led away from the first event that did not come are those of its thread
// after the last one of that thread that came.
// Cost: linear in schedule and trace.
// Slow twin, and what it is good for: tests/unit/test_superround.c,
// tests/explore/both_gate.c.

#ifndef FT_EXPLORE_SUPERROUND_H
#define FT_EXPLORE_SUPERROUND_H

#include "explore/sequence.h"
#include "explore/concolic_step.h"

typedef struct ft_schedule_prefix {
  size_t count; // events of the schedule, from the first one on
  ft_id last;   // the last of them, in the trace; FT_NO_ID: none
  ft_id since;  // the last of them of the thread of the next one; FT_NO_ID
} ft_schedule_prefix;

// How far 'size' events of a run came under a schedule.  'unseen' has those of
// the schedule that count as come; NULL: none.
ft_schedule_prefix ft_superround_prefix (const ft_sequence *, const bool *unseen,
                            const ft_schedule_event *events, ft_id size);

// The same for the trace of a run directory.
bool ft_superround_run_prefix (const ft_sequence *, const ft_trace *, ft_schedule_prefix *,
                            ft_error *);

// Turns the branch on input that led away from the next event: one from whose
// other side fewest steps lead to it ('distance.h'), fewer than from the side
// that was taken if there is such a one; 'inputs' are those of the run.  All
// conditions stay that made the events before it come.  'schedule' tells it
// from others: for each of them 'asked' gets keys of its own.
bool ft_superround_flip (const ft_search_state *, const ft_sequence *,
                         uint64_t schedule, const ft_trace *, const ft_schedule_prefix *,
                         ft_input_set *inputs, ft_path_key_list *asked);

#endif
