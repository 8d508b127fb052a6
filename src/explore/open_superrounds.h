// Schedules that runs did not execute entirely, and the super-rounds after
// them: what is known of them, as part of what is known ('knowledge.h').
//
// A pursuit begins with the run that a schedule was made for, by improve or by
// a swap.  Each run under the same schedule that executes more of it is where
// the next super-round begins; one that executes as much has gone the other way
// at a branch, and comes before those that led there.  It ends when the
// schedule is executed, when no branch is left to turn, or when a super-round
// took too many runs.  Branches behind a schedule that was executed are turned
// as those of any run ('steer.h'): they lead to schedules that begin with it.

#ifndef FT_EXPLORE_OPEN_SUPERROUNDS_H
#define FT_EXPLORE_OPEN_SUPERROUNDS_H

#include <jansson.h>

#include "base/error.h"
#include "explore/types.h"
#include "trace/trace.h"

struct ft_search_state;

typedef struct ft_open_superround {
  unsigned schedule;        // run that it was made for; it is "DIR/schedules/N"
  size_t candidate;         // whose it is, or SIZE_MAX
  unsigned came, length;    // events of it that came so far; all of them
  FT_STACK (unsigned) runs; // under which they came: the newest one last
  unsigned rounds, all;     // runs that this super-round had so far, and all of
                            // them
  bool busy;                // a run for it is being made
  bool over;
} ft_open_superround;

// After a run under a schedule: adds "came" and "of" to its line, and keeps the
// schedule if there is something left of it.
bool ft_open_superround_report (const ft_explore_options *, const ft_job *,
                      const ft_run_schedule *, const ft_trace *, json_t *line,
                      ft_error *);

// What the line of a run says; the rest of it was learned.
void ft_open_superround_apply (struct ft_search_state *, const json_t *line);

// The next run of a super-round, if there is one to be made.
bool ft_open_superround_next (const ft_explore_options *, struct ft_search_state *,
                      ft_job *);

// Whether there may be another super-round; else its runs are not needed.
bool ft_open_superround_continues (const ft_explore_options *,
                         const struct ft_search_state *, const ft_open_superround *);

// After its line was learned: what is over is not kept.
void ft_open_superround_finish (const ft_explore_options *, struct ft_search_state *,
                      const ft_job *);

// "DIR/schedules/N".
char *ft_open_superround_path (const ft_explore_options *, unsigned schedule);

#endif
