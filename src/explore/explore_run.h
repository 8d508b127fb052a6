// One run of the exploration: its schedule and input are chosen, the program is
// recorded under them, the trace is checked, certified races are replayed.  The
// result is a journal entry.

#ifndef FT_EXPLORE_EXPLORE_RUN_H
#define FT_EXPLORE_EXPLORE_RUN_H

#include <jansson.h>

#include "base/error.h"
#include "explore/search_state.h"
#include "explore/types.h"
#include "record/target.h"

// Makes the run of a job; returns its journal entry.  NULL and an error if the
// program cannot be run at all, or (with code 0) if the user has interrupted.
// 'answer' is the file to which the caller writes the entry; if no input is
// found in time, the solver watchdog writes an entry there and ends the
// process.
json_t *ft_explore_run (const ft_explore_options *, const ft_search_state *,
                        const ft_job *, const char *answer, ft_error *);

// "DIR/runs/N".
char *ft_explore_run_path (const ft_explore_options *, unsigned run);

// Makes a run of the exploration once more, with its whole schedule and its
// input, to examine a crash or a hang that was found.  'how' says what becomes
// of its output, and what watches it; its run and time limit are set here.
// False and an error if there is no such run (64), or it cannot be run again.
bool ft_explore_rerun (const ft_explore_options *, unsigned run, ft_target how,
                       ft_target_exit *, ft_error *);

#endif
