// Expands light recordings: the program runs again under the recorded schedule,
// and this time its logs are kept.

#ifndef FT_REPLAY_EXPAND_H
#define FT_REPLAY_EXPAND_H

#include <stdbool.h>

#include "base/error.h"
#include "base/progress.h"

// Replaces the light recording in 'run' by the full one, or leaves it as it is.
// If the program was recorded as a light build, 'program' is a build that
// writes records; else NULL.  Errors: 67 when the program diverges, with thread
// and tick; 69 when the program is not the one that was recorded, or cannot be
// run.  A program whose threads ran in parallel and that goes another way is no
// error but a remark, for the caller to report: threads have raced, and the run
// has become the replay's.
bool ft_expand (const char *run, const char *program, ft_progress_callback,
                ft_error *remark, ft_error *);

#endif
