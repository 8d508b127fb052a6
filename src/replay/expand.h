// Light recordings made whole: the program runs again under the recorded
// schedule, and this time its logs are kept.

#ifndef FT_REPLAY_EXPAND_H
#define FT_REPLAY_EXPAND_H

#include <stdbool.h>

#include "base/error.h"
#include "base/progress.h"

// The full recording takes the place of the light one in 'run', or everything
// stays as it was.  'program' is a build with records of a program that was
// recorded as one without, else NULL.  Errors: 67 when the program goes
// another way, with thread and place; 69 when it is not the one that was
// recorded, or cannot be run.
bool ft_expand (const char *run, const char *program, ft_progress_callback, ft_error *);

#endif
