// What became of a replay: DIR/outcome.

#ifndef FT_RUNTIME_OUTCOME_WRITE_H
#define FT_RUNTIME_OUTCOME_WRITE_H

#include "runtime/replay_text.h"

void ft_replay_write_reached (const struct ft_replay_step *parks, size_t count);
// It went past a place where it cannot be stopped; 'before' is where it could
// last.
void ft_replay_write_overran (uint32_t thread, uint64_t place, uint64_t before);
void ft_replay_write_diverged (uint32_t thread, uint64_t place, const char *why);
void ft_replay_write_stopped (void); // on its way, for a debugger

#endif
