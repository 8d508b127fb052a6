// Workers: processes that make the runs of an exploration, several at a time. A
// worker has the search state of its start and leaves a journal entry in a
// file. The explorer survives whatever happens to a worker.

#ifndef FT_EXPLORE_EXPLORE_WORKERS_H
#define FT_EXPLORE_EXPLORE_WORKERS_H

#include <jansson.h>

#include "base/deadline.h"
#include "base/error.h"
#include "explore/search_state.h"

typedef struct ft_explore_workers ft_explore_workers;

ft_explore_workers *ft_explore_workers_new (const ft_explore_options *);
void ft_explore_workers_free (ft_explore_workers *); // ends the busy ones

// The number of busy workers.
unsigned ft_explore_workers_busy (const ft_explore_workers *);

// Whether a busy worker makes this run, or reads its recording.
bool ft_explore_workers_use (const ft_explore_workers *, unsigned run);

// Starts a job in a free worker, of which there must be one.
bool ft_explore_workers_start (ft_explore_workers *, const ft_search_state *,
                               const ft_job *, ft_error *);

// Waits for a worker to end, at most until the deadline.  Sets '*done' to its
// job and returns its journal entry.  NULL and an error if the program cannot
// be run; NULL without an error if the time is over or the user has
// interrupted.
json_t *ft_explore_workers_wait (ft_explore_workers *, const ft_search_state *,
                                 const ft_deadline *, ft_job *done, ft_error *);

#endif
