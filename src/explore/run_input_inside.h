// Declarations shared by the parts of the choice of a run input.

#ifndef FT_EXPLORE_RUN_INPUT_INSIDE_H
#define FT_EXPLORE_RUN_INPUT_INSIDE_H

#include "explore/run_input.h"

// Whether a schedule with this digest was not tried with the chosen input; sets
// the digest of the run's schedule.
bool ft_run_input_is_new (const ft_search_state *, const ft_job *,
                          ft_run_input *, uint64_t schedule);

// The step IMPROVE: from the latest trace of a candidate to a schedule.
bool ft_run_input_improve (const ft_explore_options *, const ft_search_state *,
                           const ft_job *, ft_run_input *, ft_error *);

#endif
