// The replay outcome, DIR/outcome (format: replayer.h).

#ifndef FT_RUNTIME_OUTCOME_WRITE_H
#define FT_RUNTIME_OUTCOME_WRITE_H

#include "runtime/replay_text.h"

// The replay schedule was followed to its end, where these threads are held.
void ft_replay_write_reached (const struct ft_replay_step *holds, size_t count);
// The thread ran past a tick at which it cannot be stopped; 'before' is the
// last tick at which it could.
void ft_replay_write_overran (uint32_t thread, uint64_t tick, uint64_t before);
// The thread was held, but has passed more scheduling points on the way to its
// record at 'last': the latest one was number 'passes' at 'tick', from 0.
void ft_replay_write_closer (uint32_t thread, uint64_t last, uint64_t tick,
                             unsigned passes);
// The thread did not do what the schedule says.
void ft_replay_write_diverged (uint32_t thread, uint64_t tick, const char *why);
// The replay is at its first stop and waits for a debugger.
void ft_replay_write_stopped (void);

#endif
