// The divergence of a replay, in terms of the source.

#ifndef FT_REPLAY_DIVERGED_H
#define FT_REPLAY_DIVERGED_H

#include "base/strbuf.h"
#include "load/load.h"
#include "replay/replay_schedule.h"

// The first record of the replay that differs from the recording, of any thread,
// before the schedule failed in thread 'at.thread' at this tick; or where that
// thread was; one line.
void ft_diverged_explain (const char *recorded, const char *replayed,
                          const ft_replay_schedule *, ft_tick at,
                          ft_strbuf *text);

// The location of the last record of thread 'at.thread' up to the tick; one
// line.
void ft_diverged_reached (const char *replayed, ft_tick at, ft_strbuf *text);

#endif
