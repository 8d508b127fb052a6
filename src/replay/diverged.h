// Where a replay went another way than the recording, in terms of the source.

#ifndef FT_REPLAY_DIVERGED_H
#define FT_REPLAY_DIVERGED_H

#include "base/strbuf.h"
#include "load/load.h"

// The first event of thread 'at.thread' that differs, or how far it came;
// one line.
void ft_diverged_explain (const char *recorded, const char *replayed,
                          ft_tick at, ft_strbuf *text);

// How far a thread came before that place, likewise.
void ft_diverged_reached (const char *replayed, ft_tick at, ft_strbuf *text);

#endif
