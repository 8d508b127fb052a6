// Super-rounds (Racageddon, Section 3.3): a run under a schedule is followed by
// runs that execute the schedule event by event, each with an input that flips
// the branch which led away from the next event.
//
// Definition: a run is under a schedule as long as no thread comes to its next
// event of the schedule too early, except by repeating its last event (an
// access of many bytes is one event or two, a loop may have one more
// iteration).  The events executed until then are a prefix of the schedule;
// between them threads may do anything else.  An event that has no event in the
// trace, since no other thread uses its memory in this run, counts as executed
// if its location was.  The branches that may have led away from the first
// event that was not executed are those of its thread after the thread's last
// executed event. Cost: linear in schedule and trace. Slow twin:
// tests/unit/test_superround.c.  Example: tests/explore/both_gate.c.

#ifndef FT_EXPLORE_SUPERROUND_H
#define FT_EXPLORE_SUPERROUND_H

#include "explore/sequence.h"
#include "explore/concolic_step.h"

// The events of a schedule that a run executed.
typedef struct ft_schedule_prefix {
  size_t count; // events of the schedule, from the first one on
  ft_id last;   // the last of them, in the trace; FT_NO_ID: none
  ft_id since; // the last of them by the thread of the next one; FT_NO_ID: none
} ft_schedule_prefix;

// The prefix of a schedule that 'size' events of a run executed.  'untraced'
// says which events of the schedule count as executed; NULL: none.
ft_schedule_prefix ft_superround_prefix (const ft_sequence *,
                                         const bool *untraced,
                                         const ft_schedule_event *events,
                                         ft_id size);

// The same for the trace of a run directory.
bool ft_superround_run_prefix (const ft_sequence *, const ft_trace *,
                               ft_schedule_prefix *, ft_error *);

// Flips the input-dependent branch that led away from the next event: one with
// the least distance from its other direction to this event ('distance.h'),
// less than from the direction that was taken if there is such a branch.  The
// conditions under which the earlier events were executed stay as they were.
// 'inputs' are those of the run, and are changed.  'asked' gets the keys of the
// paths asked for, which are different for each 'schedule'.
bool ft_superround_flip (const ft_search_state *, const ft_sequence *,
                         uint64_t schedule, const ft_trace *,
                         const ft_schedule_prefix *, ft_input_set *inputs,
                         ft_path_key_list *asked);

#endif
