// Blocking, for the core: the interface for wrappers is in core.h.

#ifndef FT_RECORD_WAIT_H
#define FT_RECORD_WAIT_H

#include "record/thread.h"

// A blocked thread is ready, for whatever reason.  Gate.
void ft_wait_end (ft_thread *);
// The same without a turn in the queue for the baton.
void ft_wait_leave (ft_thread *);
// At the end of a replay, in which the plan decided on wakes and deadlines:
// all that wait are ready, and look again.
void ft_wait_end_all (void);
void ft_wait_forked (ft_thread *);

#endif
