// Open super-rounds: schedules that no run has executed to their ends, as part
// of the search state ('search_state.h').
//
// An open super-round begins with the run that a schedule was made for, by
// improve or by a swap.  A run under the schedule that executes more of it
// begins the next super-round.  A run that executes as much of it has taken
// another direction at a branch; its branches are flipped before those of the
// earlier runs.  The super-rounds of a schedule end when the schedule is
// executed, when no branch is left to flip, or when a super-round took too many
// runs.  The branches after an executed schedule are flipped as those of any
// run ('concolic_step.h'): they lead to schedules that begin with it.

#ifndef FT_EXPLORE_OPEN_SUPERROUNDS_H
#define FT_EXPLORE_OPEN_SUPERROUNDS_H

#include <jansson.h>

#include "base/error.h"
#include "explore/types.h"
#include "trace/trace.h"

struct ft_search_state;

typedef struct ft_open_superround {
  unsigned schedule; // the run that it was made for, N of "DIR/schedules/N"
  size_t candidate;  // of the schedule, or SIZE_MAX
  unsigned executed, length; // events of the schedule executed so far; all
  FT_STACK (unsigned) runs;  // runs with this many events, newest last
  unsigned rounds, all;      // runs of this super-round, and of all of them
  bool busy;                 // a run for it is being made
  bool over;
} ft_open_superround;

// After a run under a schedule: adds "came", the number of events executed, and
// "of" to its journal entry, and keeps the schedule if events of it are left.
bool ft_open_superround_report (const ft_explore_options *, const ft_job *,
                                const ft_run_schedule *, const ft_trace *,
                                json_t *line, ft_error *);

// Applies a journal entry, of which the search state has learned all else.
void ft_open_superround_apply (struct ft_search_state *, const json_t *line);

// Chooses the next run of a super-round; false if there is none.
bool ft_open_superround_next (const ft_explore_options *,
                              struct ft_search_state *, ft_job *);

// Whether another run of a super-round may follow; else its recordings are not
// needed.
bool ft_open_superround_continues (const ft_explore_options *,
                                   const struct ft_search_state *,
                                   const ft_open_superround *);

// After the journal entry of a job was applied: removes the schedule if it is
// over.
void ft_open_superround_finish (const ft_explore_options *,
                                struct ft_search_state *, const ft_job *);

// "DIR/schedules/N".
char *ft_open_superround_path (const ft_explore_options *, unsigned schedule);

#endif
