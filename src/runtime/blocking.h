// Blocking calls, for the scheduler; the interface for wrappers is in rtl.h.

#ifndef FT_RUNTIME_BLOCKING_H
#define FT_RUNTIME_BLOCKING_H

#include "runtime/thread.h"

// The calling thread gives the token away for a blocking call, and has it again
// afterwards.
void ft_blocking_release_token (ft_thread *);
void ft_blocking_retake_token (ft_thread *);
// Takes the scheduler lock as the thread that has the token; retakes the token
// first when the watchdog took it.
void ft_scheduler_lock_with_token (ft_thread *);
// Retakes the token and logs EXTERNAL.
void ft_blocking_finish (ft_thread *);

#endif
