// The heads of the logs of a run: who created whom.

#ifndef FT_REPLAY_THREAD_NUMBERS_H
#define FT_REPLAY_THREAD_NUMBERS_H

#include "replay/replay_schedule.h"

// Fills 'plan->threads'.
bool ft_replay_threads_read (const char *run, ft_replay_schedule *plan, ft_error *);

// The runtime's number of a thread of the trace, which is in its name ("T3";
// "main" is 0); FT_NO_ID if it is not.
uint32_t ft_replay_thread_of (const ft_trace *, ft_tid);

#endif
