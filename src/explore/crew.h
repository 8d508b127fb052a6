// Runs of an exploration in processes of their own, several at a time.  Each
// has what is known when it begins, and leaves a line for the journal; whatever
// happens to it, the explorer goes on.

#ifndef FT_EXPLORE_CREW_H
#define FT_EXPLORE_CREW_H

#include <jansson.h>

#include "base/deadline.h"
#include "base/error.h"
#include "explore/knowledge.h"

typedef struct ft_crew ft_crew;

ft_crew *ft_crew_new (const ft_explore_options *);
void ft_crew_free (ft_crew *); // ends those at work

unsigned ft_crew_busy (const ft_crew *);

// Whether a run that is under way makes, or looks at, this one.
bool ft_crew_uses (const ft_crew *, unsigned run);

bool ft_crew_start (ft_crew *, const ft_knowledge *, const ft_job *,
                    ft_error *);

// Waits for one to end, at most until the deadline.  Its job and its line; NULL
// and an error when the program cannot be run, or without one when the time is
// over or the user has interrupted.
json_t *ft_crew_wait (ft_crew *, const ft_knowledge *, const ft_deadline *,
                      ft_job *done, ft_error *);

#endif
