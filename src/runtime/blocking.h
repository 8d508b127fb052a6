// Leaving and coming back, for the core.

#ifndef FT_RUNTIME_BLOCKING_H
#define FT_RUNTIME_BLOCKING_H

#include "runtime/thread.h"

void ft_blocking_release_token (ft_thread *);
void ft_blocking_retake_token (ft_thread *);
// Enters the gate as the thread that has the baton: takes it back first when
// the watchdog gave it away.
void ft_scheduler_lock_with_token (ft_thread *);
// Returns and says so in the log.
void ft_blocking_finish (ft_thread *);

#endif
