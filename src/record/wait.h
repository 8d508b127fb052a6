// Blocking, for the core: the interface for wrappers is in core.h.

#ifndef FT_RECORD_WAIT_H
#define FT_RECORD_WAIT_H

#include "record/thread.h"

// A blocked thread is ready, for whatever reason.  Gate.
void ft_wait_end (ft_thread *);
// The same without a turn in the queue for the baton.
void ft_wait_leave (ft_thread *);
// All that wait with a deadline, which a replay does not look at, are ready.
void ft_wait_end_timed (void);
void ft_wait_forked (ft_thread *);

#endif
