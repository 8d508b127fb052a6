// Runs of an exploration in processes of their own, several at a time.  Each
// has what is known when it begins, and leaves a line for the journal; whatever
// happens to it, the explorer goes on.

#ifndef FT_EXPLORE_EXPLORE_WORKERS_H
#define FT_EXPLORE_EXPLORE_WORKERS_H

#include <jansson.h>

#include "base/deadline.h"
#include "base/error.h"
#include "explore/search_state.h"

typedef struct ft_explore_workers ft_explore_workers;

ft_explore_workers *ft_explore_workers_new (const ft_explore_options *);
void ft_explore_workers_free (ft_explore_workers *); // ends those at work

unsigned ft_explore_workers_busy (const ft_explore_workers *);

// Whether a run that is under way makes, or looks at, this one.
bool ft_explore_workers_use (const ft_explore_workers *, unsigned run);

bool ft_explore_workers_start (ft_explore_workers *, const ft_search_state *, const ft_job *,
                    ft_error *);

// Waits for one to end, at most until the deadline.  Its job and its line; NULL
// and an error when the program cannot be run, or without one when the time is
// over or the user has interrupted.
json_t *ft_explore_workers_wait (ft_explore_workers *, const ft_search_state *, const ft_deadline *,
                      ft_job *done, ft_error *);

#endif
