// The headers of the logs of a run: the parent of each thread, and its number
// among the parent's threads.

#ifndef FT_REPLAY_THREAD_NUMBERS_H
#define FT_REPLAY_THREAD_NUMBERS_H

#include "replay/replay_schedule.h"

// Fills 'schedule->threads'.
bool ft_replay_threads_read (const char *run, ft_replay_schedule *schedule,
                             ft_error *);

// The runtime's number of a thread of the trace, taken from its name ("T3";
// "main" is 0); FT_NO_ID for other names.
uint32_t ft_replay_thread_of (const ft_trace *, ft_tid);

#endif
