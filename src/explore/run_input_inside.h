// Declarations shared by the parts of the choice of a run input.

#ifndef FT_EXPLORE_RUN_INPUT_INSIDE_H
#define FT_EXPLORE_RUN_INPUT_INSIDE_H

#include "explore/improve.h"
#include "explore/run_input.h"

// Whether a schedule with this digest was not tried with the chosen input; sets
// the digest of the run's schedule.
bool ft_run_input_is_new (const ft_search_state *, const ft_job *,
                          ft_run_input *, uint64_t schedule);

// The step IMPROVE: from the latest trace of a candidate to a schedule.
bool ft_run_input_improve (const ft_explore_options *, const ft_search_state *,
                           const ft_job *, ft_run_input *, ft_error *);

// The step REORDER: from a trace to a schedule with accesses in another order.
bool ft_run_input_reorder (const ft_explore_options *, const ft_search_state *,
                           const ft_job *, ft_run_input *, ft_error *);

// Makes the plan by which a run follows events of the trace of a run, and
// keeps the events in the schedule if inputs may be chosen.
bool ft_run_input_plan (const ft_trace *, const char *run,
                        const ft_event_list *, bool inputs, ft_run_schedule *,
                        ft_error *);

#endif
