// The heads of the logs of a run: who created whom.

#ifndef FT_REPLAY_HEADS_H
#define FT_REPLAY_HEADS_H

#include "replay/plan.h"

// Fills 'plan->threads'.
bool ft_heads_read (const char *run, ft_plan *plan, ft_error *);

// The runtime's number of a thread of the trace, which is in its name ("T3";
// "main" is 0); FT_NO_ID if it is not.
uint32_t ft_heads_number (const ft_trace *, ft_tid);

#endif
