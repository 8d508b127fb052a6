// The divergence of a replay, in terms of the source.

#ifndef FT_REPLAY_DIVERGED_H
#define FT_REPLAY_DIVERGED_H

#include "base/strbuf.h"
#include "load/load.h"

// The first event of thread 'at.thread' that differs, or the last one that is
// the same; one line.
void ft_diverged_explain (const char *recorded, const char *replayed,
                          ft_tick at, ft_strbuf *text);

// The location of the last record of thread 'at.thread' up to the tick; one
// line.
void ft_diverged_reached (const char *replayed, ft_tick at, ft_strbuf *text);

#endif
