// A run of the exploration once more: its whole schedule, its input, and its
// output seen.  This is how a crash or a hang that was found is looked at.

#ifndef FT_EXPLORE_RERUN_H
#define FT_EXPLORE_RERUN_H

#include "explore/types.h"
#include "record/target.h"

// False and an error when there is no such run (64), or it cannot be run again.
bool ft_explore_rerun (const ft_explore_options *, unsigned run, ft_target_exit *,
               ft_error *);

#endif
