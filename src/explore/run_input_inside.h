// For the files of the course alone.

#ifndef FT_EXPLORE_RUN_INPUT_INSIDE_H
#define FT_EXPLORE_RUN_INPUT_INSIDE_H

#include "explore/run_input.h"

// What was tried is a schedule, known by a digest, with an input.
bool ft_run_input_is_new (const ft_search_state *, const ft_job *, ft_run_input *,
                       uint64_t schedule);

bool ft_run_input_improve (const ft_explore_options *, const ft_search_state *,
                        const ft_job *, ft_run_input *, ft_error *);

#endif
